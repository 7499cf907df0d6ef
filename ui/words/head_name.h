#pragma once

#include "core/analysis/head_behaviour.h"
#include "core/math/layers.h"
#include "core/trace/site.h"

#include <QString>

namespace headlight {

// Heads in words. Numbers start at 0, as in the addresses on the command line and in trace files.

/// "Encoder self-attention", "Decoder self-attention", "Cross-attention".
QString attentionName(StackKind stack, AttentionKind kind);
/// "Decoder layer 2".
QString layerName(StackKind stack, int layer);
/// "Cross-attention · layer 2".
QString layerName(const LayerRef& layer);
/// "Cross-attention · layer 2 · head 1".
QString headName(const HeadRef& head);

/// "cross head 2.1": layer and head, where there is no room for the whole name.
QString shortHeadName(const HeadRef& head);
/// "2.1": the same beside a word that names the kind of attention.
QString headNumbers(const HeadRef& head);

/// "switched off": what a head is whose output is not used.
QString offWords();

/// "ReLU"; gated "SwiGLU" (Shazeer 2020). The same in every language.
QString activationName(Activation activation, bool gated);

/// What the statistics of a head with a learned sink are of.
QString sinkWords();
QString behaviourName(const HeadBehaviour& behaviour); ///< "previous token"
QString behaviourText(const HeadBehaviour& behaviour); ///< "previous token 0.98"
/// The evidence for the name: the statistic, its formula and its value, one per line.
QString behaviourTip(const HeadBehaviour& behaviour);

} // namespace headlight
