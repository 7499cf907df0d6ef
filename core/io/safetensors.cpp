#include "core/io/safetensors.h"

#include "core/io/excerpt.h"
#include "core/io/mapped_file.h"
#include "core/io/safetensors_header.h"

#include <bit>
#include <cstring>
#include <utility>

namespace headlight {
namespace {

static_assert(std::endian::native == std::endian::little, "tensors are used as they lie in the file");

constexpr std::uint64_t kLengthBytes = 8;
constexpr std::uint64_t kMaxHeaderBytes = 100'000'000; ///< the format's own limit

/// The text of the header, once its length is known to be valid.
Result<std::string_view> headerText(const MappedFile& file)
{
    const std::string name = file.path().string();
    if (file.size() < kLengthBytes)
        return badFile(name, "header",
                       "found a file of " + std::to_string(file.size())
                           + " bytes, expected at least 8 with the length of the header");
    std::uint64_t length = 0;
    std::memcpy(&length, file.bytes().data(), sizeof length);
    if (length > kMaxHeaderBytes)
        return badFile(name, "header",
                       "found a length of " + std::to_string(length) + " bytes, expected at most "
                           + std::to_string(kMaxHeaderBytes) + " (is this a safetensors file?)");
    if (length > file.size() - kLengthBytes)
        return badFile(name, "header",
                       "found a length of " + std::to_string(length) + " bytes, expected at most the "
                           + std::to_string(file.size() - kLengthBytes)
                           + " that follow (is the file cut short?)");
    const auto text = file.bytes().subspan(kLengthBytes, static_cast<std::size_t>(length));
    if (text.empty() || text.front() != std::byte{'{'})
        return badFile(name, "header", "found a header that does not begin with '{'");
    return std::string_view(reinterpret_cast<const char*>(text.data()), text.size());
}

} // namespace

bool SafetensorsFile::looksLikeSafetensors(std::span<const std::byte> file)
{
    if (file.size() <= kLengthBytes)
        return false;
    std::uint64_t length = 0;
    std::memcpy(&length, file.data(), sizeof length);
    return length > 0 && length <= kMaxHeaderBytes && length <= file.size() - kLengthBytes
        && file[kLengthBytes] == std::byte{'{'};
}

Result<SafetensorsFile> SafetensorsFile::open(const std::filesystem::path& path)
{
    ASSIGN_OR_RETURN(auto mapped, MappedFile::open(path));
    const auto owner = std::make_shared<const MappedFile>(std::move(mapped));
    ASSIGN_OR_RETURN(const auto text, headerText(*owner));
    const auto data = owner->bytes().subspan(kLengthBytes + text.size());
    ASSIGN_OR_RETURN(auto header, parseSafetensorsHeader(text, data.size(), path.string()));
    SafetensorsFile file;
    file.m_path = path;
    file.m_metadata = std::move(header.metadata);
    for (HeaderEntry& entry : header.entries) {
        const std::optional<DType> dtype = dtypeFromName(entry.dtype);
        if (!dtype) {
            file.m_unsupported.emplace(std::move(entry.name), std::move(entry.dtype));
            continue;
        }
        const auto bytes = data.subspan(static_cast<std::size_t>(entry.begin),
                                        static_cast<std::size_t>(entry.end - entry.begin));
        file.m_tensors.emplace(entry.name,
                               TensorView{entry.name, *dtype, std::move(entry.shape), bytes, owner});
    }
    return file;
}

const TensorView* SafetensorsFile::find(std::string_view name) const
{
    const auto at = m_tensors.find(name);
    return at == m_tensors.end() ? nullptr : &at->second;
}

Result<TensorView> SafetensorsFile::tensor(std::string_view name) const
{
    if (const TensorView* found = find(name))
        return *found;
    const auto at = m_unsupported.find(name);
    if (at != m_unsupported.end())
        return unsupported(m_path.string(), excerpt(name),
                           "the dtype " + at->second + " is not supported (F32, F16, BF16 and F64 are)");
    return Error{
        ErrorCode::kMissingTensor, "there is no tensor of this name", m_path.string(), excerpt(name), {}};
}

} // namespace headlight
