#include "core/model/model.h"

#include "core/io/mapped_file.h"
#include "core/nn/arch_spec.h"
#include "core/nn/attention.h"
#include "core/nn/weights.h"
#include "core/trace/token_label.h"

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

StackShape shapeOf(const StackSpec& stack)
{
    StackShape shape;
    shape.layers = static_cast<int>(stack.layers.size());
    if (stack.layers.empty())
        return shape;
    const AttentionSpec& self = stack.layers.front().self;
    shape.heads = self.heads;
    shape.kvHeads = self.kvHeads;
    shape.headWidth = self.headWidth;
    shape.causal = self.causal;
    shape.cross = stack.layers.front().cross.has_value();
    if (std::ranges::any_of(stack.layers, [](const LayerSpec& l) { return l.experts.has_value(); }))
        for (const LayerSpec& layer : stack.layers)
            shape.experts.push_back(layer.experts ? layer.experts->count : 0);
    shape.mixesRows = stack.normScope == NormScope::kMatrix;
    return shape;
}

TraceInfo infoOf(const std::string& name, const ArchSpec& arch)
{
    TraceInfo info;
    info.model = name;
    info.modelWidth = arch.width;
    info.vocabulary = arch.vocabulary;
    info.trained = arch.trained;
    const auto rule = [](const AttentionSpec& spec) { return scoreRule(spec); };
    if (arch.encoder) {
        info.encoder = shapeOf(*arch.encoder);
        for (const LayerSpec& layer : arch.encoder->layers)
            info.encoderSelf.push_back(rule(layer.self));
    }
    if (arch.decoder) {
        info.decoder = shapeOf(*arch.decoder);
        for (const LayerSpec& layer : arch.decoder->layers) {
            info.decoderSelf.push_back(rule(layer.self));
            if (layer.cross)
                info.decoderCross.push_back(rule(*layer.cross));
        }
    }
    return info;
}

std::vector<std::shared_ptr<const MappingRecord>> filesOf(const std::vector<TensorView>* tensors)
{
    std::vector<std::shared_ptr<const MappingRecord>> files;
    if (tensors == nullptr)
        return files;
    for (const TensorView& tensor : *tensors)
        if (auto file = MappingRecord::of(tensor.bytes.data());
            file && std::ranges::find(files, file) == files.end())
            files.push_back(std::move(file));
    return files;
}

} // namespace

Model::Model(Parts parts)
    : m_parts(std::move(parts))
    , m_files(filesOf(m_parts.tensors.get()))
    , m_info(infoOf(m_parts.name, *m_parts.spec))
{
    if (m_parts.adapter)
        m_info.adapter = m_parts.adapter->name;
}

Model::~Model() = default;

Result<void> Model::checkFiles() const
{
    for (const auto& file : m_files)
        RETURN_IF_ERROR(file->check());
    return {};
}

const std::string& Model::family() const
{
    return spec().family;
}

bool Model::isEncoderDecoder() const
{
    return spec().encoder && spec().decoder;
}

bool Model::isDecoderOnly() const
{
    return !spec().encoder;
}

bool Model::isEncoderOnly() const
{
    return !spec().decoder;
}

bool Model::hasLogits() const
{
    return spec().head.present;
}

std::int64_t Model::maxPositions(StackKind stack) const
{
    const StackSpec* found = spec().stack(stack);
    return found ? found->positions.maximum : 0;
}

const Tokenizer* tokenizerOf(const Model& model, StackKind stack)
{
    const bool target = model.isEncoderDecoder() && stack == StackKind::kDecoder;
    return (target ? model.tokenizers().target : model.tokenizers().source).get();
}

StackKind inputStack(const Model& model)
{
    return model.isDecoderOnly() ? StackKind::kDecoder : StackKind::kEncoder;
}

TokenLabel labelOf(const Model& model, StackKind stack, TokenId id)
{
    return labelOf(tokenizerOf(model, stack), id);
}

} // namespace headlight
