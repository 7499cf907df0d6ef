#include "core/tracefile/trace_file.h"

#include "core/io/mapped_file.h"
#include "core/io/safetensors.h"
#include "core/io/zip_reader.h"
#include "core/tracefile/import/named_arrays.h"
#include "core/tracefile/layout.h"
#include "core/tracefile/shards.h"
#include "core/tracefile/tensors.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

namespace headlight {

namespace {

/// Whether a safetensors file is a trace, according to its metadata or the name of a tensor. Other files of
/// this program, such as gradients, are refused as traces, not searched for attention.
bool isTraceFile(const SafetensorsFile& file)
{
    const auto format = file.metadata().find("format");
    if (format != file.metadata().end() && format->second.starts_with("headlight-"))
        return true;
    return std::ranges::any_of(
        file.tensors(), [](const auto& entry) { return placeOf(entry.first) || entry.first == "logits"; });
}

/// By its content; for a damaged file by its extension, so that the error is about the right format.
Result<bool> isSafetensors(const std::filesystem::path& path)
{
    ASSIGN_OR_RETURN(const auto file, MappedFile::open(path));
    return SafetensorsFile::looksLikeSafetensors(file.bytes()) || path.extension() == ".safetensors";
}

/// The first file with tokens next to an import.
std::optional<std::filesystem::path> tokensBeside(const std::filesystem::path& path)
{
    const std::string stem = path.stem().string();
    const std::array<std::string, 4> names{stem + ".tokens.json", stem + ".tokens.txt", "tokens.json",
                                           "tokens.txt"};
    for (const std::string& name : names) {
        std::filesystem::path beside = path.parent_path() / name;
        if (std::filesystem::is_regular_file(statusOf(beside)))
            return beside;
    }
    return std::nullopt;
}

Result<OpenedTrace> importTrace(const std::filesystem::path& path, const OpenTraceOptions& options,
                                const Job& job)
{
    ASSIGN_OR_RETURN(auto arrays, readNamedArrays(path));
    if (arrays.arrays.size() == 1 && arrays.arrays.contains("positions"))
        return badFile(path.string(), "positions", "found a table of positions, expected attention weights");
    const auto beside = arrays.tokens.empty() && !options.tokens ? tokensBeside(path) : std::nullopt;
    for (const auto& [file, name] :
         {std::pair{beside, "tokens"}, {options.tokens, "tokens"}, {options.targetTokens, "target_tokens"}})
        if (file)
            RETURN_IF_ERROR(readTokenFile(*file, name, arrays));
    ASSIGN_OR_RETURN(auto tensors, importArrays(arrays, job));
    ASSIGN_OR_RETURN(auto read, readTraceTensors(std::move(tensors), job));
    return OpenedTrace{std::move(read), true};
}

Result<OpenedTrace> notImported(Result<TraceFile> read)
{
    RETURN_IF_ERROR(read);
    return OpenedTrace{std::move(*read), false};
}

/// "12 layers" if all layers have some attention of the kind, and what was recorded.
std::string attentionInWords(const Trace& trace, StackKind stack, AttentionKind kind)
{
    const StackShape* const shape = trace.info().stack(stack);
    int layers = 0;
    std::string sites;
    for (const Site site : {Site::kWeights, Site::kScores, Site::kQuery, Site::kKey, Site::kValue,
                            Site::kMask, Site::kBias, Site::kHeadOutput}) {
        int having = 0;
        for (int layer = 0; layer < shape->layers; ++layer)
            having += trace.has(site, {stack, layer, kind}) ? 1 : 0;
        layers = std::max(layers, having);
        if (having > 0)
            sites += concat(sites.empty() ? "" : ", ", siteName(site));
    }
    if (layers == 0)
        return {};
    const StackKind keys = kind == AttentionKind::kCross ? StackKind::kEncoder : stack;
    return concat(stackName(stack), ".", kindName(kind), ": ", layers,
                  layers == 1 ? " layer × " : " layers × ", shape->heads,
                  shape->heads == 1 ? " head × " : " heads × ", trace.tokens(stack).size(), " queries × ",
                  trace.tokens(keys).size(), " keys (", sites, ")");
}

Result<void> verifyArchive(const std::filesystem::path& path, const Job& job)
{
    ASSIGN_OR_RETURN(const auto file, MappedFile::open(path));
    if (!ZipReader::looksLikeZip(file.bytes()))
        return badFile(path.string(), {},
                       "has no checksums, expected the folder of a sharded trace, .npz or .pt");
    const auto zip = ZipReader::open(file.bytes(), path.string());
    return zip ? zip->verify(job) : Result<void>(zip.error());
}

Result<OpenedTrace> openUnwatched(const std::filesystem::path& path, const OpenTraceOptions& options,
                                  const Job& job)
{
    const bool folder = std::filesystem::is_directory(statusOf(path));
    if (folder || path.filename() == kTraceIndex) {
        const std::filesystem::path set = folder ? path : path.parent_path();
        if (options.verify)
            RETURN_IF_ERROR(verifyTraceShards(set, job));
        ASSIGN_OR_RETURN(auto tensors, readTraceShards(set, job));
        return notImported(readTraceTensors(std::move(tensors), job));
    }
    if (options.verify)
        RETURN_IF_ERROR(verifyArchive(path, job));
    ASSIGN_OR_RETURN(const auto safetensors, isSafetensors(path));
    if (safetensors) {
        ASSIGN_OR_RETURN(const auto file, SafetensorsFile::open(path));
        if (isTraceFile(file))
            return notImported(readTraceTensors(traceTensorsOf(file), job));
    }
    return importTrace(path, options, job);
}

} // namespace

Result<OpenedTrace> openTrace(const std::filesystem::path& path, const OpenTraceOptions& options,
                              const Job& job)
{
    const MappingWatch watch;
    auto opened = openUnwatched(path, options, job);
    RETURN_IF_ERROR(watch.check(path));
    return opened;
}

std::vector<std::string> traceInWords(const TraceFile& file)
{
    std::vector<std::string> lines;
    const Trace& trace = file.traces.front();
    for (const auto& [stack, kind] : {std::pair{StackKind::kEncoder, AttentionKind::kSelf},
                                      {StackKind::kDecoder, AttentionKind::kSelf},
                                      {StackKind::kDecoder, AttentionKind::kCross}})
        if (trace.info().stack(stack) != nullptr)
            if (std::string line = attentionInWords(trace, stack, kind); !line.empty())
                lines.push_back(std::move(line));
    return lines;
}

} // namespace headlight
