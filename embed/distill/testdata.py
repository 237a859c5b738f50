"""Makes what the tests of tokens and of ONNX models read: embed/testdata/wordpiece.json, and the models under embed/testdata/onnx.

    python testdata.py --zh DIR --en DIR      (the folders that distill.py takes; needs the package onnx too)
"""

import argparse, json
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer

OUT = Path(__file__).resolve().parents[1] / "testdata"
TEXTS = ["签收后多少天可以退货？", "The quick brown fox, naïve café!", "订单PPR-9087的比率是12.5%。\u200b全角ＡＢＣ", "", "  \t\n ", "don't stop—the party 😀 é",
         "無理由", "İstanbul ß Ǆ", "x" * 120 + " end", "½ ² ﬁ a\u0301b", "\u0000\ufffda", "한국어 かな", "a\u00a0b\u3000c", "长" * 30]


def small(folder):
    """The folder's tokenizer, with only the part of its vocabulary that the texts can use."""
    file = json.loads(next(Path(folder).glob("*tokenizer.json")).read_text("utf-8"))
    used = set("".join(TEXTS).lower()) | set("".join(TEXTS))
    full = Tokenizer.from_str(json.dumps(file))
    whole = {t for e in full.encode_batch(TEXTS) for t in e.tokens} | {"[UNK]", "[CLS]", "[SEP]", "[PAD]", "[MASK]"}
    kept = [w for w in file["model"]["vocab"] if w in whole or len(w.removeprefix("##")) <= 2 and set(w.removeprefix("##")) <= used]
    ids = {w: i for i, w in enumerate(kept)}
    file["model"]["vocab"] = ids
    file["added_tokens"] = [t | {"id": ids[t["content"]]} for t in file["added_tokens"] if t["content"] in ids]
    for name, token in file["post_processor"]["special_tokens"].items():
        token["ids"] = [ids[name]]
    file["truncation"] = file["padding"] = None
    return file


def model(name, graph, ids, weights, output):
    """Saves a model of BERT's inputs."""
    inputs = [helper.make_tensor_value_info(n, TensorProto.INT64, ["batch", "steps"]) for n in ("input_ids", "attention_mask", "token_type_ids")]
    made = helper.make_graph(graph, name, inputs, [output], [numpy_helper.from_array(v, k) for k, v in weights.items()])
    file = helper.make_model(made, opset_imports=[helper.make_opsetid("", 13)])
    file.ir_version = 7
    onnx.checker.check_model(file)
    folder = OUT / "onnx" / name
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(file, folder / "model.onnx")
    (folder / "tokenizer.json").write_text(json.dumps(ids, ensure_ascii=False), "utf-8")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--zh", required=True, metavar="DIR")
    p.add_argument("--en", required=True, metavar="DIR")
    o = p.parse_args()
    out = {}
    for name, folder in (("cased", o.zh), ("lower", o.en)):
        file = small(folder)
        t = Tokenizer.from_str(json.dumps(file))
        pairs = [(a, b) for a in TEXTS[:3] for b in TEXTS[:3]]
        t.enable_truncation(512)
        single = [e.ids for e in t.encode_batch(TEXTS)]
        both = [[e.ids, e.type_ids] for e in t.encode_batch(pairs)]
        out[name] = {"tokenizer": file, "texts": TEXTS, "ids": single, "pairs": pairs, "pair_ids": both}
    (OUT / "wordpiece.json").write_text(json.dumps(out, ensure_ascii=False) + "\n", "utf-8")

    # the vector of a token is its number in two directions, so that the expected values can be counted by hand
    words = {w: i for i, w in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "one", "two", "##s", "三"])}
    tokenizer = {"normalizer": {"type": "BertNormalizer", "lowercase": True, "strip_accents": None}, "pre_tokenizer": {"type": "BertPreTokenizer"},
                 "model": {"type": "WordPiece", "vocab": words, "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100}}
    table = np.array([[i, 1] for i in range(len(words))], np.float32)
    # [CLS] is not what tells texts apart here: each step has the sum of all
    model("sentence", [
        helper.make_node("Gather", ["table", "input_ids"], ["each"]),
        helper.make_node("ReduceSum", ["each", "one"], ["last_hidden_state"], keepdims=1),
    ], tokenizer, {"table": table, "one": np.array([1], np.int64)}, helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["batch", 1, 2]))
    model("pair", [
        helper.make_node("Mul", ["input_ids", "token_type_ids"], ["second"]),
        helper.make_node("ReduceSum", ["second", "one"], ["sum"], keepdims=1),
        helper.make_node("Cast", ["sum"], ["float"], to=TensorProto.FLOAT),
        helper.make_node("Sub", ["float", "ten"], ["logits"]),
    ], tokenizer, {"one": np.array([1], np.int64), "ten": np.array([10], np.float32)}, helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1]))


if __name__ == "__main__":
    main()
