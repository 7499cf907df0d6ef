#include "core/parity/probe.h"

#include "core/io/excerpt.h"
#include "core/io/mapped_file.h"
#include "core/io/safetensors.h"

#include <limits>
#include <utility>

namespace headlight {

namespace {

constexpr std::int64_t kMostProbeTokens = 4096;
constexpr std::size_t kMostProbeTensors = 65536;
constexpr std::size_t kMostReferenceName = 200;

bool isWhole(DType dtype)
{
    return dtype == DType::kI64 || dtype == DType::kI32 || dtype == DType::kI16 || dtype == DType::kI8
        || dtype == DType::kU8;
}

std::string metadataOf(const SafetensorsFile& file, std::string_view name)
{
    const auto found = file.metadata().find(name);
    return found == file.metadata().end() ? std::string() : found->second;
}

/// A list of small integers; empty if the file has no such tensor.
Result<std::vector<std::int32_t>> smallNumbers(const SafetensorsFile& file, const std::string& name)
{
    const TensorView* const tensor = file.find(name);
    if (tensor == nullptr)
        return std::vector<std::int32_t>{};
    const std::string path = file.path().string();
    if (!isWhole(tensor->dtype))
        return badFile(path, name, "found ", dtypeName(tensor->dtype), ", expected I64");
    if (tensor->shape.size() != 1 || tensor->shape[0] < 1 || tensor->shape[0] > kMostProbeTokens)
        return badFile(path, name, "found the shape ", tensor->shapeText(), ", expected one axis of 1 to ",
                       kMostProbeTokens, " tokens (a probe has one input, no batch)");
    std::vector<std::int32_t> numbers;
    for (const std::int64_t number : toIntegers(*tensor)) {
        if (number < 0 || number > std::numeric_limits<std::int32_t>::max())
            return badFile(path, name, "found ", number, ", expected a token id");
        numbers.push_back(static_cast<std::int32_t>(number));
    }
    return numbers;
}

Result<void> checkTensor(const std::string& path, const TensorView& tensor, std::size_t axes)
{
    const std::string& name = tensor.name;
    if (tensor.dtype != DType::kF32 && tensor.dtype != DType::kF64)
        return badFile(path, name, "found ", dtypeName(tensor.dtype),
                       ", expected F32 (or F64): a reference is not rounded");
    if (tensor.shape.size() != axes)
        return badFile(path, name, "found the shape ", tensor.shapeText(), ", expected ", axes,
                       axes == 1 ? " axis" : " axes", " (a probe has one input, no batch)");
    for (const std::int64_t extent : tensor.shape)
        if (extent < 1)
            return badFile(path, name, "found the shape ", tensor.shapeText(), ", expected no empty axis");
    return {};
}

Result<void> checkProbeMetadata(const SafetensorsFile& file)
{
    const std::string format = metadataOf(file, "format");
    if (format != "headlight-probe")
        return badFile(file.path().string(), "format", "found ", quotedExcerpt(format),
                       ", expected \"headlight-probe\": a probe is made by a reference implementation "
                       "(resources/exporters/headlight_probe.py), never by this program");
    const std::string version = metadataOf(file, "version");
    if (version != "1")
        return badFile(file.path().string(), "version", "found ", quotedExcerpt(version), ", expected \"1\"");
    return {};
}

Result<void> takeInputs(const SafetensorsFile& file, Probe& probe)
{
    ASSIGN_OR_RETURN(auto ids, smallNumbers(file, "input_ids"));
    if (ids.empty())
        return badFile(file.path().string(), "input_ids", "not found, expected the token ids of the input");
    ASSIGN_OR_RETURN(auto targets, smallNumbers(file, "target_ids"));
    ASSIGN_OR_RETURN(auto segments, smallNumbers(file, "segment_ids"));
    if (!segments.empty() && segments.size() != ids.size())
        return badFile(file.path().string(), "segment_ids", "found ", segments.size(), ", expected ",
                       ids.size(), ", one for each token");
    probe.ids.assign(ids.begin(), ids.end());
    probe.targetIds.assign(targets.begin(), targets.end());
    probe.segments = std::move(segments);
    return {};
}

} // namespace

std::optional<TensorPlace> resultPlace(std::string_view name)
{
    if (name == "logits") {
        TensorPlace place;
        place.site = Site::kLogits;
        return place;
    }
    auto place = placeOf(name);
    if (place && (place->site == Site::kMask || place->site == Site::kBias || place->site == Site::kExperts))
        place.reset();
    return place;
}

std::filesystem::path probeOf(const std::filesystem::path& folder)
{
    const std::filesystem::path file = folder / kProbeFile;
    return isListed(file) ? file : std::filesystem::path();
}

Result<Probe> readProbe(const std::filesystem::path& path)
{
    ASSIGN_OR_RETURN(const auto file, SafetensorsFile::open(path));
    RETURN_IF_ERROR(checkProbeMetadata(file));
    Probe probe;
    probe.path = path;
    probe.reference = excerpt(metadataOf(file, "reference"), kMostReferenceName);
    RETURN_IF_ERROR(takeInputs(file, probe));
    if (file.tensors().size() > kMostProbeTensors)
        return badFile(path.string(), {}, "found ", file.tensors().size(), " tensors, expected at most ",
                       kMostProbeTensors);
    for (const auto& [name, tensor] : file.tensors()) {
        if (name == "input_ids" || name == "target_ids" || name == "segment_ids")
            continue;
        const auto place = resultPlace(name);
        if (!place) {
            probe.leftOut.push_back(excerpt(name));
            continue;
        }
        RETURN_IF_ERROR(checkTensor(path.string(), tensor, place->rank()));
        probe.tensors.push_back(tensor);
    }
    if (probe.tensors.empty())
        return badFile(path.string(), {},
                       "no result of the reference was found, expected tensors such as "
                       "decoder.0.self.weights, decoder.residual.1 and logits");
    return probe;
}

} // namespace headlight
