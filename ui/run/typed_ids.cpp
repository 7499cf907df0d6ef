#include "ui/run/typed_ids.h"

#include "core/base/text_list.h"
#include "core/model/model.h"
#include "core/run/execute.h"
#include "ui/state/line_history.h"

#include <QStringList>

#include <functional>
#include <optional>
#include <vector>

namespace headlight {

namespace {

QString eachLine(const QString& text, const std::function<std::optional<QString>(const QString&)>& change)
{
    QStringList lines = text.split(QLatin1Char('\n'));
    for (QString& line : lines)
        if (!line.trimmed().isEmpty())
            line = change(line).value_or(line);
    return lines.join(QLatin1Char('\n'));
}

} // namespace

QString idsOfText(const Model& model, const QString& text)
{
    return eachLine(text, [&model](const QString& line) -> std::optional<QString> {
        const auto lane = prepareText(model, {asRead(line).toStdString(), std::nullopt, std::nullopt});
        if (!lane)
            return std::nullopt;
        return QString::fromStdString(joined(lane->source, " ", &TokenLabel::id));
    });
}

QString textOfIds(const Model& model, const QString& text)
{
    const Tokenizer* const tokenizer = model.tokenizers().source.get();
    if (tokenizer == nullptr)
        return text;
    return eachLine(text, [tokenizer](const QString& line) -> std::optional<QString> {
        std::vector<TokenId> ids;
        for (const QString& word : idsIn(line)) {
            bool ok = false;
            ids.push_back(word.toInt(&ok));
            if (!ok)
                return std::nullopt;
        }
        // A line feed in the text is a line break inside the line.
        return QString::fromStdString(tokenizer->decode(ids, true))
            .replace(QLatin1Char('\n'), QChar(QChar::LineSeparator));
    });
}

} // namespace headlight
