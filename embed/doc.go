// Package embed turns texts into vectors whose cosine says how alike they are: by a table of words that is in
// the program (Static, the default), by a server that speaks the embeddings API of OpenAI (HTTP), or by a model file
// in the ONNX format (ONNX, in a build with the tag ort). It also scores passages against a question, by the same two
// kinds of model (HTTPReranker, ONNXReranker).
//
// Vectors of two models are never compared: Space tells them apart.
package embed
