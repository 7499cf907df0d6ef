#include "ui/state/fields.h"

#include <charconv>
#include <cmath>
#include <utility>

namespace headlight {

SessionValue FieldWriter::leaf(std::uint64_t number)
{
    // A seed may have all 64 bits; a number of the file has 63.
    if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return {std::to_string(number)};
    return {static_cast<std::int64_t>(number)};
}

SessionValue FieldWriter::leaf(const QStringList& list)
{
    SessionValue::List all;
    for (const QString& text : list)
        all.push_back(leaf(text));
    return {std::move(all)};
}

SessionValue FieldWriter::leaf(const QByteArray& bytes)
{
    return {bytes.toBase64().toStdString()};
}

SessionValue FieldWriter::leaf(const Interventions& edits)
{
    // The same form as --edit reads, so that it can be copied from one file to the other.
    return parseSession(toJson(edits), {}).value();
}

FieldReader::FieldReader(const SessionValue& from, std::string path, FieldFaults& faults)
    : m_from(from)
    , m_path(std::move(path))
    , m_faults(faults)
{
    if (!std::holds_alternative<SessionValue::Members>(from.is))
        wrong(from, m_path, "an object");
}

FieldReader::~FieldReader()
{
    const auto* const members = std::get_if<SessionValue::Members>(&m_from.is);
    if (members == nullptr)
        return;
    for (const auto& [name, value] : *members) {
        if (!m_known.contains(name))
            m_faults.unknown << QString::fromStdString(m_path.empty() ? name : m_path + '.' + name);
    }
}

void FieldReader::wrong(const SessionValue& found, const std::string& path, const std::string& expected)
{
    if (!m_faults.first)
        m_faults.first = badFile(m_faults.file, path, "found " + found.kind() + ", expected " + expected);
}

void FieldReader::leaf(const SessionValue& from, const std::string& path, bool& on)
{
    if (const auto* const found = std::get_if<bool>(&from.is))
        on = *found;
    else
        wrong(from, path, "true or false");
}

void FieldReader::leaf(const SessionValue& from, const std::string& path, int& number)
{
    std::int64_t wide = 0;
    const bool good = !m_faults.first;
    leaf(from, path, wide);
    if (std::in_range<int>(wide))
        number = static_cast<int>(wide);
    else if (good)
        wrong(from, path, "a number below 2147483648");
}

void FieldReader::leaf(const SessionValue& from, const std::string& path, std::int64_t& number)
{
    if (const auto* const found = std::get_if<std::int64_t>(&from.is))
        number = *found;
    else
        wrong(from, path, "a whole number");
}

void FieldReader::leaf(const SessionValue& from, const std::string& path, std::uint64_t& number)
{
    if (const auto* const text = std::get_if<std::string>(&from.is)) {
        const char* const end = text->data() + text->size();
        const auto parsed = std::from_chars(text->data(), end, number);
        if (parsed.ec == std::errc{} && parsed.ptr == end)
            return;
    }
    const auto* const found = std::get_if<std::int64_t>(&from.is);
    if (found != nullptr && *found >= 0)
        number = static_cast<std::uint64_t>(*found);
    else
        wrong(from, path, "a whole number from 0");
}

void FieldReader::leaf(const SessionValue& from, const std::string& path, double& number)
{
    if (const auto* const whole = std::get_if<std::int64_t>(&from.is))
        number = static_cast<double>(*whole);
    else if (const auto* const found = std::get_if<double>(&from.is);
             found != nullptr && std::isfinite(*found))
        number = *found;
    else
        wrong(from, path, "a number");
}

void FieldReader::leaf(const SessionValue& from, const std::string& path, float& number)
{
    double wide = number;
    leaf(from, path, wide);
    number = static_cast<float>(wide);
}

void FieldReader::leaf(const SessionValue& from, const std::string& path, QString& text)
{
    if (const auto* const found = std::get_if<std::string>(&from.is))
        text = QString::fromStdString(*found);
    else
        wrong(from, path, "a text");
}

void FieldReader::leaf(const SessionValue& from, const std::string& path, QStringList& list)
{
    std::vector<QString> all;
    read(from, path, all);
    list = QStringList(all.begin(), all.end());
}

void FieldReader::leaf(const SessionValue& from, const std::string& path, QByteArray& bytes)
{
    const auto* const text = std::get_if<std::string>(&from.is);
    if (text == nullptr)
        return wrong(from, path, "a text");
    const auto decoded = QByteArray::fromBase64Encoding(QByteArray::fromStdString(*text),
                                                        QByteArray::AbortOnBase64DecodingErrors);
    if (decoded)
        bytes = *decoded;
    else
        wrong(from, path, "Base64");
}

void FieldReader::leaf(const SessionValue& from, const std::string& path, HeadRef& head)
{
    const auto* const text = std::get_if<std::string>(&from.is);
    const auto pattern = text == nullptr ? Result<HeadPattern>(badArgument({}, {})) : parseHeadPattern(*text);
    // A pattern over several heads is no head.
    if (pattern
        && patternOf({pattern->stack, pattern->layers.first, pattern->kind, pattern->heads.first})
            == *pattern)
        head = {pattern->stack, pattern->layers.first, pattern->kind, pattern->heads.first};
    else
        wrong(from, path, "a head such as \"decoder.1.cross.2\"");
}

void FieldReader::leaf(const SessionValue& from, const std::string& path, Interventions& edits)
{
    const auto read = interventionsFromJson(sessionText(from), m_faults.file);
    if (read)
        edits = *read;
    else if (!m_faults.first)
        m_faults.first = badFile(m_faults.file, path + read.error().field, read.error().message);
}

std::optional<std::size_t> FieldReader::place(const SessionValue& from, std::span<const char* const> names,
                                              const std::string& path)
{
    std::string all;
    const auto* const text = std::get_if<std::string>(&from.is);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (text != nullptr && *text == names[i])
            return i;
        all += (all.empty() ? "" : ", ") + std::string(names[i]);
    }
    if (!m_faults.first) {
        const std::string found = text == nullptr ? from.kind() : '"' + *text + '"';
        m_faults.first = badFile(m_faults.file, path, "found " + found + ", expected one of " + all);
    }
    return std::nullopt;
}

} // namespace headlight
