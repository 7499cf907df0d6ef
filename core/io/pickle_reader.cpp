#include "core/io/pickle_reader.h"

#include "core/io/excerpt.h"
#include "core/io/pickle_machine.h"

#include <map>
#include <optional>
#include <utility>

namespace headlight {
namespace {

using pickle::Dict;
using pickle::Machine;
using pickle::Ref;
using pickle::Storage;
using pickle::Tensor;
using pickle::Tuple;

constexpr std::size_t kMaxPickleBytes = std::size_t{64} << 20U;

bool readIntegers(const Machine& machine, Ref tuple, std::vector<std::int64_t>& numbers)
{
    for (const Ref item : machine.as<Tuple>(tuple)->items) {
        const auto* number = machine.as<std::int64_t>(item);
        if (number == nullptr)
            return false;
        numbers.push_back(*number);
    }
    return true;
}

Result<PickledTensor> describedTensor(const Machine& machine, const Tensor& tensor, std::string_view name,
                                      const std::string& file)
{
    const auto& storage = *machine.as<Storage>(tensor.storage);
    PickledTensor found{storage.dtype, std::string(storage.key), storage.elements, tensor.offset, {}, {}};
    if (!readIntegers(machine, tensor.shape, found.shape)
        || !readIntegers(machine, tensor.strides, found.strides))
        return badFile(file, excerpt(name), "found a shape or strides with values other than integers");
    return found;
}

/// The tensors of a dictionary by name, each in the place of its first occurrence.
Result<PickledTensors> tensorsOf(const Machine& machine, const Dict& dict, const std::string& file)
{
    PickledTensors tensors;
    std::map<std::string_view, std::size_t> places;
    for (const auto& [key, value] : dict.items) {
        const auto* name = machine.as<std::string_view>(key);
        const auto* tensor = machine.as<Tensor>(value);
        if (name == nullptr || tensor == nullptr)
            continue;
        ASSIGN_OR_RETURN(auto found, describedTensor(machine, *tensor, *name, file));
        const auto [place, isNew] = places.emplace(*name, tensors.size());
        if (isNew)
            tensors.emplace_back(*name, std::move(found));
        else
            tensors[place->second].second = std::move(found);
    }
    return tensors;
}

const Dict* innerDict(const Machine& machine, const Dict& dict)
{
    for (const auto& [key, value] : dict.items) {
        const auto* name = machine.as<std::string_view>(key);
        const bool known
            = name != nullptr && (*name == "state_dict" || *name == "model_state_dict" || *name == "model");
        if (known && machine.as<Dict>(value) != nullptr)
            return machine.as<Dict>(value);
    }
    return nullptr;
}

/// Walks through an object of dictionaries and lists. Bounded, since a pickle may refer to a value many
/// times.
class ResultsWalk
{
public:
    ResultsWalk(const Machine& machine, const std::string& file)
        : m_machine(machine)
        , m_file(file)
    { }

    Result<PickledResults> walk()
    {
        RETURN_IF_ERROR(add(m_machine.root(), {}, 0));
        return std::move(m_results);
    }

private:
    static constexpr int kMaxNesting = 8;
    static constexpr int kMaxVisits = 1 << 20;

    Result<void> add(Ref ref, const std::string& name, int depth)
    {
        if (++m_visits > kMaxVisits || depth > kMaxNesting)
            return badFile(m_file, excerpt(name), "found too many values, or values nested too deeply");
        if (const auto* tensor = m_machine.as<Tensor>(ref)) {
            ASSIGN_OR_RETURN(auto found, describedTensor(m_machine, *tensor, name, m_file));
            m_results.tensors.emplace_back(name, std::move(found));
            return {};
        }
        if (const auto* text = m_machine.as<std::string_view>(ref)) {
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
        if (const auto* text = m_machine.as<std::string_view>(key))
            return std::string(*text);
        if (const auto* number = m_machine.as<std::int64_t>(key))
            return std::to_string(*number);
        const auto* tuple = m_machine.as<Tuple>(key);
        if (tuple == nullptr || tuple->items.empty() || tuple->items.size() > kMaxNesting)
            return std::nullopt;
        std::string all;
        for (const Ref item : tuple->items) {
            if (m_machine.as<Tuple>(item) != nullptr)
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
        if (const auto* dict = m_machine.as<Dict>(ref)) {
            for (const auto& [key, value] : dict->items) {
                const auto name = keyText(key);
                if (name)
                    RETURN_IF_ERROR(add(value, prefix + *name, depth + 1));
                else
                    m_results.leftOut.push_back(prefix + "an entry whose key is neither text nor number");
            }
            return {};
        }
        const auto* list = m_machine.as<pickle::List>(ref);
        const auto* tuple = m_machine.as<Tuple>(ref);
        if (list == nullptr && tuple == nullptr)
            return {};
        const std::vector<Ref>& items = list != nullptr ? list->items : tuple->items;
        for (std::size_t i = 0; i < items.size(); ++i)
            RETURN_IF_ERROR(add(items[i], prefix + std::to_string(i), depth + 1));
        return {};
    }

    const Machine& m_machine;
    const std::string& m_file;
    PickledResults m_results;
    int m_visits = 0;
};

std::optional<Error> pickleTooLarge(std::span<const std::byte> pickle, const std::string& file)
{
    if (pickle.size() <= kMaxPickleBytes)
        return std::nullopt;
    return badFile(file, "data.pkl",
                   "found " + std::to_string(pickle.size()) + " bytes, expected at most "
                       + std::to_string(kMaxPickleBytes));
}

} // namespace

Result<PickledResults> readPickledResults(std::span<const std::byte> pickle, const std::string& file)
{
    if (const auto error = pickleTooLarge(pickle, file))
        return *error;
    Machine machine(pickle, file);
    if (!machine.run())
        return machine.fault().value();
    return ResultsWalk(machine, file).walk();
}

Result<PickledTensors> readPickledTensors(std::span<const std::byte> pickle, const std::string& file)
{
    if (const auto error = pickleTooLarge(pickle, file))
        return *error;
    Machine machine(pickle, file);
    if (!machine.run())
        return machine.fault().value();
    const Dict* dict = machine.as<Dict>(machine.root());
    if (dict == nullptr)
        return badFile(file, "data.pkl", "found no dictionary, expected one of tensors by name");
    auto tensors = tensorsOf(machine, *dict, file);
    if (!tensors || !tensors->empty())
        return tensors;
    if (const Dict* inner = innerDict(machine, *dict))
        return tensorsOf(machine, *inner, file);
    return tensors;
}

} // namespace headlight
