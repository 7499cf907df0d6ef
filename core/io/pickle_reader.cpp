#include "core/io/pickle_reader.h"

#include "core/io/excerpt.h"
#include "core/io/pickle_machine.h"

#include <map>

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

/// The tensors of a dictionary by name, each in the place of its first mention.
Result<PickledTensors> tensorsOf(const Machine& machine, const Dict& dict, const std::string& file)
{
    PickledTensors tensors;
    std::map<std::string_view, std::size_t> places;
    for (const auto& [key, value] : dict.items) {
        const auto* name = machine.as<std::string_view>(key);
        const auto* tensor = machine.as<Tensor>(value);
        if (name == nullptr || tensor == nullptr)
            continue;
        const auto& storage = *machine.as<Storage>(tensor->storage);
        PickledTensor found{
            storage.dtype, std::string(storage.key), storage.elements, tensor->offset, {}, {}};
        if (!readIntegers(machine, tensor->shape, found.shape)
            || !readIntegers(machine, tensor->strides, found.strides))
            return badFile(file, excerpt(*name), "the shape or the strides hold other things than integers");
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

} // namespace

Result<PickledTensors> readPickledTensors(std::span<const std::byte> pickle, const std::string& file)
{
    if (pickle.size() > kMaxPickleBytes)
        return badFile(file, "data.pkl",
                       "found " + std::to_string(pickle.size()) + " bytes, expected at most "
                           + std::to_string(kMaxPickleBytes));
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
