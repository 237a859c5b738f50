// Package embed turns texts into vectors whose cosine says how alike they are: by a table of words that is in
// the program (Static, the default), by a server that speaks the embeddings API of OpenAI (HTTP), or by a model file
// in the ONNX format (ONNX, in a build with the tag ort). By the last two kinds it also scores passages against a question
// (HTTPReranker, ONNXReranker), and says how surely a premise states a claim (HTTPEntailer, ONNXEntailer).
//
// Vectors of two models are never compared: Space tells them apart.
package embed
