#include "core/io/pickle_reader.h"

#include "core/io/excerpt.h"
#include "core/io/pickle_machine.h"

#include <optional>

namespace headlight {
namespace {

using pickle::Dict;
using pickle::Pickle;
using pickle::Ref;
using pickle::Storage;
using pickle::Tensor;
using pickle::Tuple;

bool readIntegers(const Pickle& pickle, Ref tuple, std::vector<std::int64_t>& numbers)
{
    for (const Ref item : pickle.as<Tuple>(tuple)->items) {
        const auto* number = pickle.as<std::int64_t>(item);
        if (number == nullptr)
            return false;
        numbers.push_back(*number);
    }
    return true;
}

Result<PickledTensor> describedTensor(const Pickle& pickle, const Tensor& tensor, std::string_view name,
                                      const std::string& file)
{
    const auto& storage = *pickle.as<Storage>(tensor.storage);
    PickledTensor found{storage.dtype, std::string(storage.key), storage.elements, tensor.offset, {}, {}};
    if (!readIntegers(pickle, tensor.shape, found.shape)
        || !readIntegers(pickle, tensor.strides, found.strides))
        return badFile(file, excerpt(name), "found a shape or strides with values other than integers");
    return found;
}

/// The tensors of a dictionary by name, each in the place of its first occurrence.
Result<PickledTensors> tensorsOf(const Pickle& pickle, const Dict& dict, const std::string& file)
{
    PickledTensors tensors;
    std::map<std::string_view, std::size_t> places;
    for (const auto& [key, value] : dict.items) {
        const auto* name = pickle.as<std::string_view>(key);
        const auto* tensor = pickle.as<Tensor>(value);
        if (name == nullptr || tensor == nullptr)
            continue;
        ASSIGN_OR_RETURN(auto found, describedTensor(pickle, *tensor, *name, file));
        const auto [place, isNew] = places.emplace(*name, tensors.size());
        if (isNew)
            tensors.emplace_back(*name, std::move(found));
        else
            tensors[place->second].second = std::move(found);
    }
    return tensors;
}

const Dict* innerDict(const Pickle& pickle, const Dict& dict)
{
    for (const auto& [key, value] : dict.items) {
        const auto* name = pickle.as<std::string_view>(key);
        const bool known
            = name != nullptr && (*name == "state_dict" || *name == "model_state_dict" || *name == "model");
        if (known && pickle.as<Dict>(value) != nullptr)
            return pickle.as<Dict>(value);
    }
    return nullptr;
}

/// Walks through an object of dictionaries and lists. Bounded, since a pickle may repeat a value.
class ResultsWalk
{
public:
    ResultsWalk(const Pickle& pickle, const std::string& file)
        : m_pickle(pickle)
        , m_file(file)
    { }

    Result<PickledResults> walk()
    {
        RETURN_IF_ERROR(add(m_pickle.root, {}, 0));
        return std::move(m_results);
    }

private:
    static constexpr int kMaxNesting = 8;
    static constexpr int kMaxVisits = 1 << 20;

    Result<void> add(Ref ref, const std::string& name, int depth)
    {
        if (++m_visits > kMaxVisits || depth > kMaxNesting)
            return badFile(m_file, excerpt(name), "found too many values, or values nested too deeply");
        if (const auto* tensor = m_pickle.as<Tensor>(ref)) {
            ASSIGN_OR_RETURN(auto found, describedTensor(m_pickle, *tensor, name, m_file));
            m_results.tensors.emplace_back(name, std::move(found));
            return {};
        }
        if (const auto* text = m_pickle.as<std::string_view>(ref)) {
            const auto dot = name.rfind('.');
            if (dot != std::string::npos)
                m_results.texts[name.substr(0, dot)].emplace_back(*text);
            return {};
        }
        return addBelow(ref, name.empty() ? name : name + ".", depth);
    }

    /// A text, a number, or a tuple of those with dots between them.
    std::optional<std::string> keyText(Ref key) const
    {
        if (const auto* text = m_pickle.as<std::string_view>(key))
            return std::string(*text);
        if (const auto* number = m_pickle.as<std::int64_t>(key))
            return std::to_string(*number);
        const auto* tuple = m_pickle.as<Tuple>(key);
        if (tuple == nullptr || tuple->items.empty() || tuple->items.size() > kMaxNesting)
            return std::nullopt;
        std::string all;
        for (const Ref item : tuple->items) {
            if (m_pickle.as<Tuple>(item) != nullptr)
                return std::nullopt;
            const auto one = keyText(item);
            if (!one)
                return std::nullopt;
            all += (all.empty() ? "" : ".") + *one;
        }
        return all;
    }

    Result<void> addBelow(Ref ref, const std::string& prefix, int depth)
    {
        if (const auto* dict = m_pickle.as<Dict>(ref)) {
            for (const auto& [key, value] : dict->items) {
                const auto name = keyText(key);
                if (name)
                    RETURN_IF_ERROR(add(value, prefix + *name, depth + 1));
                else
                    m_results.leftOut.push_back(prefix + "an entry whose key is neither text nor number");
            }
            return {};
        }
        const auto* list = m_pickle.as<pickle::List>(ref);
        const auto* tuple = m_pickle.as<Tuple>(ref);
        if (list == nullptr && tuple == nullptr)
            return {};
        const std::vector<Ref>& items = list != nullptr ? list->items : tuple->items;
        for (std::size_t i = 0; i < items.size(); ++i)
            RETURN_IF_ERROR(add(items[i], concat(prefix, i), depth + 1));
        return {};
    }

    const Pickle& m_pickle;
    const std::string& m_file;
    PickledResults m_results;
    int m_visits = 0;
};

} // namespace

Result<PickledResults> readPickledResults(std::span<const std::byte> pickle, const std::string& file)
{
    ASSIGN_OR_RETURN(const auto values, pickle::runPickle(pickle, file));
    return ResultsWalk(values, file).walk();
}

Result<PickledTensors> readPickledTensors(std::span<const std::byte> pickle, const std::string& file)
{
    ASSIGN_OR_RETURN(const auto values, pickle::runPickle(pickle, file));
    const Dict* dict = values.as<Dict>(values.root);
    if (dict == nullptr)
        return badFile(file, "data.pkl", "found no dictionary, expected one of tensors by name");
    auto tensors = tensorsOf(values, *dict, file);
    if (!tensors || !tensors->empty())
        return tensors;
    if (const Dict* inner = innerDict(values, *dict))
        return tensorsOf(values, *inner, file);
    return tensors;
}

} // namespace headlight
