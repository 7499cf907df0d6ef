#include "ui/views/matrices/sheet_examples.h"

#include "core/base/text_list.h"

#include <QFile>

#include <algorithm>
#include <array>

namespace headlight {

namespace {

constexpr std::array kExamples{
    SheetExample{"rows", QT_TRANSLATE_NOOP("headlight::MatricesView", "Self-attention, rows: x · W")},
    SheetExample{"columns", QT_TRANSLATE_NOOP("headlight::MatricesView", "Self-attention, columns: W · x")},
    SheetExample{
        "cross",
        QT_TRANSLATE_NOOP("headlight::MatricesView", "Cross-attention: queries of X, keys and values of Y")},
    SheetExample{
        "heads",
        QT_TRANSLATE_NOOP("headlight::MatricesView", "Two heads: slices, concatenated and projected")},
    SheetExample{"dictionary", QT_TRANSLATE_NOOP("headlight::MatricesView", "Text 0: the soft dictionary")},
    SheetExample{"text-one",
                 QT_TRANSLATE_NOOP("headlight::MatricesView", "Text 1: three words, q = k = v = x")},
};

} // namespace

std::span<const SheetExample> sheetExamples()
{
    return kExamples;
}

std::vector<std::string> sheetExampleNames()
{
    return listFrom(kExamples, [](const SheetExample& example) { return std::string(example.name); });
}

std::string sheetExample(const std::string& name)
{
    QFile file(QStringLiteral(":/sheets/") + QString::fromStdString(name) + QStringLiteral(".txt"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

} // namespace headlight
