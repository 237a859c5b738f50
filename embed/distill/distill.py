"""Makes embed/asset/words.bin, the table of word vectors, and embed/testdata/teacher.json, which its test holds it against.

README.md beside this file says where each folder comes from. The same folders give the same files.

    python distill.py --zh DIR --en DIR --jieba DIR --symspell DIR --pairs DIR
"""

import argparse, hashlib, json, math, re, struct, unicodedata
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from pairs import read_pairs

REPO = Path(__file__).resolve().parents[2]
HAN = re.compile(r"[\u3400-\u9fff]+")
RUN = re.compile(r"[\u3400-\u9fff]+|[a-z]+|[0-9]+")
LONGEST = 4  # characters of a Chinese word, as hanMost in walk.go


class Teacher:
    """A BERT sentence model: the vector of [CLS], of length 1."""

    def __init__(self, folder):
        folder = Path(folder)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(next(folder.glob("*.onnx")), options, providers=["CPUExecutionProvider"])
        self.file = next(folder.glob("*tokenizer.json"))
        self.tokenizer = Tokenizer.from_file(str(self.file))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(512)
        self.vocabulary = self.tokenizer.get_vocab()
        self.inputs = [i.name for i in self.session.get_inputs()]

    def rows(self, rows, batch=128):
        """One vector for each list of token numbers. Batches are of one length, so that nothing is padded."""
        order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
        out = None
        while order:
            n = len(rows[order[0]])
            take = [i for i in order[:batch] if len(rows[i]) == n]
            order = order[len(take):]
            ids = np.array([rows[i] for i in take], np.int64)
            feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
            v = self.session.run(None, {k: feed[k] for k in self.inputs})[0][:, 0]
            if out is None:
                out = np.zeros((len(rows), v.shape[1]), np.float32)
            out[take] = v
        return unit(out)

    def texts(self, texts):
        return self.rows([e.ids for e in self.tokenizer.encode_batch(list(texts))])


def unit(v):
    return v / np.maximum(1e-12, np.linalg.norm(v, axis=1, keepdims=True))


def simplified():
    out = {}
    for line in (REPO / "text" / "simplify.txt").read_text("utf-8").splitlines():
        if len(line) == 2:
            out[line[0]] = line[1]
    return out


SIMPLE = simplified()


def fold(s):
    """As text.Fold, as far as words go."""
    return "".join(SIMPLE.get(c, c) for c in unicodedata.normalize("NFKC", s).lower())


def chinese_words(folder, teacher, most):
    """Every character the teacher knows, and the most frequent words of two to four; with their counts."""
    count = {}
    for line in (next(Path(folder).rglob("dict.txt"))).read_text("utf-8").splitlines():
        word, n, *_ = line.split()
        if HAN.fullmatch(word) and len(word) <= LONGEST and fold(word) == word:
            count[word] = int(n)
    single = sorted(w for w in teacher.vocabulary if HAN.fullmatch(w) and len(w) == 1 and fold(w) == w)
    long = sorted((w for w in count if len(w) > 1), key=lambda w: (-count[w], w))[:most]
    return single + long, [count.get(w, 0) for w in single + long]


def english_words(folder, teacher, most):
    """The most frequent words, whatever whole words and numbers the teacher has besides, and its pieces; with their counts."""
    count = {}
    for line in next(Path(folder).rglob("frequency_dictionary_en_82_765.txt")).read_text("utf-8-sig").splitlines():
        word, n = line.split()
        if re.fullmatch(r"[a-z]+", word):
            count[word] = int(n)
    words = sorted(count, key=lambda w: (-count[w], w))[:most]
    own = sorted(w for w in teacher.vocabulary if re.fullmatch(r"[a-z]+|[0-9]+", w) and w not in set(words))
    pieces = sorted(w for w in teacher.vocabulary if re.fullmatch(r"##[a-z]+", w))
    words += own + pieces
    return words, [count.get(w, 0) for w in words]


def word_vectors(teacher, words):
    """A word is embedded as a text; a piece, which is no text, by its own number."""
    special = teacher.tokenizer.encode("").ids
    rows = []
    for w, e in zip(words, teacher.tokenizer.encode_batch(words)):
        rows.append([special[0], teacher.vocabulary[w], special[1]] if w.startswith("##") else e.ids)
    return teacher.rows(rows)


def whiten(vectors, weights, dim, power):
    """Centred, turned to the directions that matter most to weighted words, and those evened out a little."""
    centred = (vectors - vectors.mean(0)).astype(np.float64)
    values, turn = np.linalg.eigh((centred * weights[:, None]).T @ (centred * weights[:, None]))
    values, turn = values[::-1][:dim], turn[:, ::-1][:, :dim]
    turn *= np.sign(turn[np.abs(turn).argmax(0), np.arange(dim)])  # a direction's sign is arbitrary
    return unit(centred @ (turn * (values / values[0]) ** -power))


class Table:
    """Words with vectors and weights, composed as walk.go does."""

    def __init__(self, words, vectors, weights):
        self.words, self.vectors, self.weights = words, vectors, weights
        self.at = {w: i for i, w in enumerate(words)}

    def walk(self, text):
        for run in RUN.findall(fold(text)):
            if HAN.match(run):
                i = 0
                while i < len(run):
                    for n in range(min(LONGEST, len(run) - i), 0, -1):
                        if run[i:i + n] in self.at:
                            yield self.at[run[i:i + n]], 1
                            break
                    i += n
            elif run in self.at:
                yield self.at[run], 1
            elif not run[0].isdigit():
                yield from self.pieces(run)

    def pieces(self, word):
        rows, i = [], 0
        while i < len(word):
            for end in range(len(word), i, -1):
                piece = word[:end] if i == 0 else "##" + word[i:end]
                if piece in self.at:
                    break
            else:
                return
            rows.append(self.at[piece])
            i = end
        for r in rows:
            yield r, 1 / len(rows)

    def embed(self, texts):
        out = np.zeros((len(texts), self.vectors.shape[1]))
        for i, t in enumerate(texts):
            for row, weight in self.walk(t):
                out[i] += weight * self.weights[row] * self.vectors[row]
        return unit(out)


def sif(counts, a):
    """Smooth inverse frequency: a / (a + p). A word that was never counted is taken as seen once in a million words."""
    total = sum(counts)
    p = np.maximum(np.array(counts, float) / total, 1e-6)
    return a / (a + p)


def align(english, chinese, pairs):
    """The rotation of English vectors that brings translations nearest to each other (orthogonal Procrustes). It changes no English likeness."""
    e, z = english.embed([p[0] for p in pairs]), chinese.embed([p[1] for p in pairs])
    u, _, vt = np.linalg.svd(e.T @ z)
    return u @ vt


def fnv(data):
    h = 2166136261
    for b in data:
        h = ((h ^ b) * 16777619) & 0xFFFFFFFF
    return h


def pack(words, vectors, weights):
    """The format that asset/README.md describes."""
    scale = np.abs(vectors).max(1)
    rows = np.round(vectors / scale[:, None] * 127).astype(np.int8)
    scales = (weights * scale / 127).astype("<f4")
    coded = [w.encode() for w in words]
    slots = 1 << math.ceil(math.log2(len(words) * 1.5))
    table = np.zeros(slots, "<u4")
    for i, w in enumerate(coded):
        h = fnv(w)
        s = h & (slots - 1)
        while table[s]:
            s = (s + 1) & (slots - 1)
        table[s] = (h >> 17) << 17 | (i + 1)
    offsets = np.concatenate([[0], np.cumsum([len(w) for w in coded])]).astype("<u4")
    text = b"".join(coded)
    body = table.tobytes() + offsets.tobytes() + scales.tobytes() + text + rows.tobytes()
    head = struct.pack("<IIII", vectors.shape[1], len(words), slots, len(text))
    return b"CFWORDS1" + head + hashlib.sha256(head + body).digest()[:8] + body


def neighbours(teacher, texts, asked):
    """The ten nearest of texts to each of the first `asked`, by the teacher."""
    v = teacher.texts(texts)
    near = np.argsort(-(v[:asked] @ v.T), axis=1, kind="stable")
    return [[int(j) for j in row if j != i][:10] for i, row in enumerate(near)]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("zh", "en", "jieba", "symspell", "pairs"):
        p.add_argument("--" + name, required=True, metavar="DIR")
    p.add_argument("--out", type=Path, default=REPO / "embed")
    p.add_argument("--dim", type=int, default=256)
    p.add_argument("--chinese", type=int, default=26000, help="words of two characters and more")
    p.add_argument("--english", type=int, default=22000)
    o = p.parse_args()
    zh, en = Teacher(o.zh), Teacher(o.en)

    words, counts = chinese_words(o.jieba, zh, o.chinese)
    weights = sif(counts, 3e-4)
    chinese = Table(words, whiten(word_vectors(zh, words), weights, o.dim, .35), weights)

    words, counts = english_words(o.symspell, en, o.english)
    weights = sif(counts, 6e-4)
    english = Table(words, whiten(word_vectors(en, words), weights, o.dim, .25), weights)

    pairs = read_pairs(o.pairs)
    held, learn = pairs[::10], [q for i, q in enumerate(pairs) if i % 10]
    turned = align(english, chinese, learn)
    e, z = english.embed([q[0] for q in held]) @ turned, chinese.embed([q[1] for q in held])
    likeness = e @ z.T
    first = (likeness > np.diag(likeness)[:, None]).sum(1)
    print(f"{len(learn)} pairs learnt; of {len(held)} held out, {np.mean(first < 1):.3f} find their translation first, {np.mean(first < 5):.3f} among five")
    english.vectors = english.vectors @ align(english, chinese, pairs)

    data = pack(chinese.words + english.words, np.vstack([chinese.vectors, english.vectors]), np.concatenate([chinese.weights, english.weights]))
    (o.out / "asset" / "words.bin").write_bytes(data)
    print(f"{len(chinese.words)} Chinese and {len(english.words)} English words and pieces, {len(data) / 1e6:.1f} MB")

    sample = {}
    for lang, teacher, table, side in (("zh", zh, chinese, 1), ("en", en, english, 0)):
        frequent = [w for w in table.words if len(w) > 1 and not w.startswith("##") and not w[0].isdigit()][:1500]
        texts = sorted({q[side] for q in pairs if 12 <= len(q[side]) <= 90}, key=lambda t: fnv(t.encode()))[:800]
        sample[lang] = {kind: {"texts": t, "near": neighbours(teacher, t, 150)} for kind, t in
                        (("words", sorted(frequent, key=lambda t: fnv(t.encode()))), ("sentences", texts))}
    (o.out / "testdata" / "teacher.json").write_text(json.dumps(sample, ensure_ascii=False, indent=0) + "\n", "utf-8")


if __name__ == "__main__":
    main()
