#include "ui/window/actions/other_words.h"

#include <QCoreApplication>

#include <array>

namespace headlight {

namespace {

/// The words stand between commas.
struct OtherWords
{
    const char* name;
    const char* words;
};

struct Table
{
    Q_DECLARE_TR_FUNCTIONS(OtherWords)

public:
    static constexpr auto all()
    {
        return std::array{
            OtherWords{"file.open",
                       QT_TR_NOOP("load a model, safetensors, checkpoint, Hugging Face, weights from disk")},
            OtherWords{"file.openGguf", QT_TR_NOOP("llama.cpp, quantised model, Ollama, LM Studio")},
            OtherWords{"file.openAdapter", QT_TR_NOOP("LoRA, PEFT, fine-tuned")},
            OtherWords{"file.openTrace",
                       QT_TR_NOOP("PyTorch, Hugging Face attentions, recorded run, import")},
            OtherWords{"file.examples", QT_TR_NOOP("gallery, worth seeing, first steps")},
            OtherWords{"file.openSession", QT_TR_NOOP("restore, yesterday, continue work, project")},
            OtherWords{"file.saveSession", QT_TR_NOOP("keep my work, bookmark, project")},
            OtherWords{"file.exportPicture",
                       QT_TR_NOOP("figure, export figure, save picture, PDF, SVG, PNG, screenshot")},
            OtherWords{"file.exportNumbers", QT_TR_NOOP("CSV, JSON, table, save data")},
            OtherWords{"file.exportFilm", QT_TR_NOOP("animation, video, WebP, GIF")},
            OtherWords{"scene.add", QT_TR_NOOP("bookmark, remember this state")},
            OtherWords{"map.products", QT_TR_NOOP("QK^T, raw scores")},
            OtherWords{"map.scores", QT_TR_NOOP("scaled scores, pre-softmax")},
            OtherWords{"map.weights", QT_TR_NOOP("attention weights, attention map, softmax")},
            OtherWords{"map.mask", QT_TR_NOOP("look-ahead mask, which keys are hidden")},
            OtherWords{"mask.causalDecoder", QT_TR_NOOP("look-ahead mask, remove the mask, mask off")},
            OtherWords{"version.beside", QT_TR_NOOP("ablation, effect of the edits")},
            OtherWords{"edit.conversation", QT_TR_NOOP("chat, chat template, messages, roles")},
            OtherWords{"edit.typeIds", QT_TR_NOOP("token ids, input ids")},
            OtherWords{"edit.preferences",
                       QT_TR_NOOP("settings, options, model folders, font size, precision, memory")},
            OtherWords{"go.target",
                       QT_TR_NOOP("teacher forcing, forced decoding, type a translation, force the output")},
            OtherWords{"look.fullScreen", QT_TR_NOOP("whole screen")},
            OtherWords{"look.presentation", QT_TR_NOOP("lecture, beamer, projector, slides, teaching")},
            OtherWords{"help.shortcuts", QT_TR_NOOP("keys, keyboard, hotkeys")},
            OtherWords{"help.tour", QT_TR_NOOP("introduction, getting started, tutorial")},
            OtherWords{"help.experiments", QT_TR_NOOP("exercises, guided, tutorial")},
            OtherWords{"room.explain", QT_TR_NOOP("worked out, where a number comes from")},
            OtherWords{"room.decode", QT_TR_NOOP("generate, step through, inference, autoregressive")},
            OtherWords{"room.whatIf",
                       QT_TR_NOOP("intervention, ablation, switch a head off, edit the model")},
            OtherWords{"room.compare", QT_TR_NOOP("two sentences, two models, side by side, difference")},
            OtherWords{"room.model", QT_TR_NOOP("architecture, diagram, parameters")},
            OtherWords{"room.learn", QT_TR_NOOP("course, lessons, tutorial, teaching")},
            OtherWords{"view.heatmap", QT_TR_NOOP("attention map, attention matrix, attention pattern")},
            OtherWords{"view.heads", QT_TR_NOOP("all heads, multi-head, head overview, head statistics")},
            OtherWords{"view.tokens", QT_TR_NOOP("tokenizer, tokenisation, vocabulary, subwords")},
            OtherWords{"view.decoding",
                       QT_TR_NOOP("generate, candidates, probabilities, softmax of the logits, sampling")},
            OtherWords{"view.beams", QT_TR_NOOP("beam search, hypotheses, search tree")},
            OtherWords{
                "view.positions",
                QT_TR_NOOP(
                    "sinusoids, sine and cosine, positional encoding, position embedding, RoPE, ALiBi")},
            OtherWords{"view.lines", QT_TR_NOOP("BertViz, arcs, links")},
            OtherWords{"view.cell",
                       QT_TR_NOOP("why is a weight, softmax by hand, one attention weight, step by step")},
            OtherWords{"view.compare",
                       QT_TR_NOOP("two sentences, two heads, two models, difference of maps")},
            OtherWords{"view.stream", QT_TR_NOOP("logit lens, residual connection, layers")},
            OtherWords{"view.vectors", QT_TR_NOOP("query, key, value, PCA, projection, cosine similarity")},
            OtherWords{"view.model",
                       QT_TR_NOOP("architecture, encoder, decoder, layers, diagram of the paper")},
            OtherWords{"view.flow",
                       QT_TR_NOOP("where queries come from, data flow, tensors, shapes, cross-attention")},
            OtherWords{"view.experts", QT_TR_NOOP("mixture of experts, router, MoE")},
            OtherWords{"view.masks", QT_TR_NOOP("masked language model, cloze, fill in, BERT")},
            OtherWords{"view.facts", QT_TR_NOOP("parameters, config, size of the model, vocabulary size")},
            OtherWords{"view.mask", QT_TR_NOOP("causal mask, look-ahead mask, padding mask, sliding window")},
            OtherWords{"view.block",
                       QT_TR_NOOP("feed forward, layer norm, residual, add and norm, sub-layers")},
            OtherWords{"view.loss", QT_TR_NOOP("teacher forcing, cross-entropy, perplexity, training loss")},
            OtherWords{"view.input", QT_TR_NOOP("embedding, positional encoding, sum of the two, segments")},
            OtherWords{"view.weights", QT_TR_NOOP("parameters, projection matrices, W_Q, W_K, W_V, W_O")},
            OtherWords{"view.whatIf", QT_TR_NOOP("ablation, intervention, head off, patching, hide tokens")},
            OtherWords{"lesson.worked",
                       QT_TR_NOOP("worked examples, by hand, textbook, illustrated transformer, exercises")},
            OtherWords{"lesson.alignment", QT_TR_NOOP("word alignment, cross-attention")},
            OtherWords{"lesson.without-mask", QT_TR_NOOP("causal mask off, look-ahead")},
            OtherWords{"lesson.translate", QT_TR_NOOP("translation, encoder–decoder, seq2seq")},
            OtherWords{"lesson.continue", QT_TR_NOOP("language model, GPT, generation")},
            OtherWords{"lesson.fill-in", QT_TR_NOOP("BERT, masked language model")},
        };
    }
};

} // namespace

QStringList otherWords(const QString& name)
{
    QStringList others;
    for (const OtherWords& entry : Table::all())
        if (name == QLatin1String(entry.name))
            for (const QString& words : {Table::tr(entry.words), QString::fromUtf8(entry.words)})
                others << words.split(QStringLiteral(", "));
    others.removeDuplicates();
    return others;
}

} // namespace headlight
