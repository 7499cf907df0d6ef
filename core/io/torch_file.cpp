#include "core/io/torch_file.h"

#include "core/io/excerpt.h"
#include "core/io/mapped_file.h"
#include "core/io/pickle_reader.h"
#include "core/io/zip_reader.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace headlight {
namespace {

constexpr std::size_t kMaxTorchRank = 64;
/// Copies may take this much more memory than the size of the file.
constexpr std::uint64_t kExtraCopyBytes = std::uint64_t{16} << 20U;

Error legacyForm(const std::filesystem::path& path)
{
    std::string target = path.filename().replace_extension(".safetensors").string();
    if (target == "pytorch_model.safetensors")
        target = "model.safetensors";
    return unsupported(
        path.string(), {},
        "found the form that torch.save wrote before version 1.6, which is not supported. Convert it in its "
        "folder with: python3 -c \"import torch; from safetensors.torch import save_file; save_file({k: "
        "v.clone().contiguous() for k, v in torch.load('",
        path.filename().string(), "', map_location='cpu', weights_only=True).items()}, '", target,
        "', metadata={'format': 'pt'})\"");
}

/// Index of the last element of a storage that a tensor touches; empty if it exceeds 63 bits.
std::optional<std::int64_t> lastElement(const PickledTensor& tensor)
{
    std::int64_t last = tensor.offset;
    for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
        std::int64_t reach = 0;
        if (__builtin_mul_overflow(tensor.shape[i] - 1, tensor.strides[i], &reach)
            || __builtin_add_overflow(last, reach, &last))
            return std::nullopt;
    }
    return last;
}

/// Whether the elements are in row-major order without gaps; a dimension of 1 may have any stride.
bool isContiguous(const PickledTensor& tensor)
{
    std::int64_t expected = 1;
    for (std::size_t i = tensor.shape.size(); i-- > 0;) {
        if (tensor.shape[i] == 1)
            continue;
        if (tensor.strides[i] != expected)
            return false;
        expected *= tensor.shape[i];
    }
    return true;
}

class TorchReader
{
public:
    TorchReader(std::shared_ptr<const MappedFile> file, ZipReader zip)
        : m_file(std::move(file))
        , m_zip(std::move(zip))
        , m_copyBytesLeft(m_file->size() + kExtraCopyBytes)
    { }

    Result<std::map<std::string, TensorView, std::less<>>> read()
    {
        ASSIGN_OR_RETURN(const auto pickle, findPickle());
        ASSIGN_OR_RETURN(const auto pickled, readPickledTensors(pickle, fileName()));
        return viewsOf(pickled);
    }

    Result<TorchResults> readResults()
    {
        ASSIGN_OR_RETURN(const auto pickle, findPickle());
        ASSIGN_OR_RETURN(auto pickled, readPickledResults(pickle, fileName()));
        ASSIGN_OR_RETURN(auto tensors, viewsOf(pickled.tensors));
        return TorchResults{std::move(tensors), std::move(pickled.texts), std::move(pickled.leftOut)};
    }

private:
    Result<std::span<const std::byte>> findPickle()
    {
        RETURN_IF_ERROR(findRoot());
        return m_zip.entry(m_root + "data.pkl");
    }

    Result<std::map<std::string, TensorView, std::less<>>> viewsOf(const PickledTensors& pickled)
    {
        std::map<std::string, TensorView, std::less<>> tensors;
        for (const auto& [name, description] : pickled) {
            ASSIGN_OR_RETURN(auto view, viewOf(name, description));
            tensors.emplace(name, std::move(view));
        }
        return tensors;
    }

    std::string fileName() const { return m_file->path().string(); }
    Error fault(const std::string& name, const auto&... message) const
    {
        return badFile(fileName(), excerpt(name), message...);
    }

    /// Finds the folder inside the archive, named after the file as it was saved: "archive/",
    /// "pytorch_model/".
    Result<void> findRoot()
    {
        constexpr std::string_view kPickle = "data.pkl";
        for (const auto& [name, entry] : m_zip.entries()) {
            if (!name.ends_with(kPickle) || name.find('/') != name.size() - kPickle.size() - 1)
                continue;
            if (!m_root.empty())
                return badFile(fileName(), {}, "found more than one data.pkl in the archive");
            m_root = name.substr(0, name.size() - kPickle.size());
        }
        if (m_root.empty())
            return badFile(fileName(), {},
                           "found no data.pkl in the archive, expected one as torch.save writes it");
        return checkByteOrder();
    }

    Result<void> checkByteOrder() const
    {
        if (!m_zip.contains(m_root + "byteorder"))
            return {};
        ASSIGN_OR_RETURN(const auto order, m_zip.entry(m_root + "byteorder"));
        const std::string_view text(reinterpret_cast<const char*>(order.data()), order.size());
        if (text != "little")
            return unsupported(fileName(), "byteorder", "found ", quotedExcerpt(text, 20),
                               ", expected \"little\"");
        return {};
    }

    Result<TensorView> viewOf(const std::string& name, const PickledTensor& tensor)
    {
        ASSIGN_OR_RETURN(const auto storage, storageOf(name, tensor));
        RETURN_IF_ERROR(checkWindow(name, tensor));
        TensorView view;
        view.name = name;
        view.dtype = tensor.dtype;
        view.shape = tensor.shape;
        const std::size_t size = byteSize(tensor.dtype);
        const auto count = static_cast<std::uint64_t>(view.elementCount());
        if (count == 0) {
            view.owner = m_file;
            return view;
        }
        if (isContiguous(tensor)) {
            view.bytes = storage.subspan(static_cast<std::size_t>(tensor.offset) * size,
                                         static_cast<std::size_t>(count) * size);
            view.owner = m_file;
            return view;
        }
        if (count > m_copyBytesLeft / size)
            return fault(name, "its strides repeat a storage of ", tensor.storageElements, " elements to ",
                         view.shapeText(), ", more than is copied");
        m_copyBytesLeft -= count * size;
        const auto copy = std::make_shared<std::vector<std::byte>>(static_cast<std::size_t>(count) * size);
        copyStrided(storage, tensor.shape, tensor.strides, tensor.offset, size, *copy);
        view.bytes = *copy;
        view.owner = copy;
        return view;
    }

    Result<std::span<const std::byte>> storageOf(const std::string& name, const PickledTensor& tensor) const
    {
        ASSIGN_OR_RETURN(const auto entry, m_zip.entry(m_root + "data/" + tensor.storageKey));
        const std::size_t size = byteSize(tensor.dtype);
        if (static_cast<std::uint64_t>(tensor.storageElements) > entry.size() / size)
            return fault(name, "found a storage of ", entry.size(), " bytes, expected ",
                         tensor.storageElements, " elements of ", dtypeName(tensor.dtype));
        return entry.first(static_cast<std::size_t>(tensor.storageElements) * size);
    }

    /// Checks that all of the tensor's elements are in its storage.
    Result<void> checkWindow(const std::string& name, const PickledTensor& tensor) const
    {
        bool sound = tensor.offset >= 0 && tensor.shape.size() <= kMaxTorchRank;
        for (const std::int64_t stride : tensor.strides)
            sound = sound && stride >= 0;
        const std::optional<std::int64_t> count = elementCountOf(tensor.shape);
        if (!sound || !count)
            return fault(name, "found the impossible shape ", shapeText(tensor.shape), " with strides ",
                         shapeText(tensor.strides), " from element ", tensor.offset);
        if (*count == 0)
            return {};
        const std::optional<std::int64_t> last = lastElement(tensor);
        if (!last || *last >= tensor.storageElements)
            return fault(name, "found ", shapeText(tensor.shape), " with strides ", shapeText(tensor.strides),
                         " from element ", tensor.offset, ", expected it within the ", tensor.storageElements,
                         " elements of its storage");
        return {};
    }

    std::shared_ptr<const MappedFile> m_file;
    ZipReader m_zip;
    std::string m_root;
    std::uint64_t m_copyBytesLeft;
};

bool isPickle(std::span<const std::byte> bytes)
{
    return bytes.size() >= 2 && bytes[0] == std::byte{0x80} && bytes[1] <= std::byte{5};
}

/// Whether a pickle begins with torch.save's magic number, 0x1950a86a20f9469cfc6c, at most behind the header
/// of a frame.
bool isLegacyTorch(std::span<const std::byte> bytes)
{
    constexpr std::string_view kMagic = "\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19";
    constexpr std::size_t kFrameHeader = 2 + 9;
    const auto start = bytes.first(std::min(bytes.size(), kFrameHeader + kMagic.size()));
    return std::string_view(reinterpret_cast<const char*>(start.data()), start.size()).find(kMagic)
        != std::string_view::npos;
}

constexpr std::string_view kPlainPickle
    = "found a pickle of Python objects, expected an archive of torch.save. Reading a pickle can run any "
      "code, so it is not read. Load it in Python where it was written, and save its arrays with "
      "torch.save(tensors, file) or numpy.savez(file, **arrays)";

Result<TorchReader> openTorch(const std::filesystem::path& path)
{
    ASSIGN_OR_RETURN(auto mapped, MappedFile::open(path));
    const auto file = std::make_shared<const MappedFile>(std::move(mapped));
    if (isPickle(file->bytes()))
        return isLegacyTorch(file->bytes()) ? legacyForm(path)
                                            : unsupported(path.string(), {}, std::string(kPlainPickle));
    if (!ZipReader::looksLikeZip(file->bytes()))
        return badFile(path.string(), {}, "found neither an archive of torch.save nor its older form");
    ASSIGN_OR_RETURN(auto zip, ZipReader::open(file->bytes(), path.string()));
    return TorchReader(file, std::move(zip));
}

} // namespace

Result<std::map<std::string, TensorView, std::less<>>> readTorchFile(const std::filesystem::path& path)
{
    ASSIGN_OR_RETURN(auto reader, openTorch(path));
    return reader.read();
}

Result<TorchResults> readTorchResults(const std::filesystem::path& path)
{
    ASSIGN_OR_RETURN(auto reader, openTorch(path));
    return reader.readResults();
}

} // namespace headlight
