#include "ui/run/notices.h"

#include "ui/state/translation.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>

namespace headlight {

namespace {

QString lead(Attempt attempt)
{
    const std::array words{tr("The model could not be run: %1."),
                           tr("The experiment could not be run: %1."),
                           tr("The model could not be opened: %1"),
                           tr("The trace file could not be opened: %1"),
                           tr("The export failed: %1"),
                           tr("The session could not be opened: %1"),
                           tr("The session could not be saved: %1"),
                           tr("The lesson could not be opened: %1")};
    return words.at(static_cast<std::size_t>(attempt));
}

QString advice(ErrorCode code, Attempt attempt)
{
    switch (code) {
    case ErrorCode::kFileNotFound:
        return attempt == Attempt::kOpenModel
            ? tr("Choose a folder with config.json and the weights, as downloaded from Hugging Face.")
            : tr("Check that the file is still where it was.");
    case ErrorCode::kFileUnreadable:
        return tr("Check that you are allowed to read the file, or copy it to one of your folders.");
    case ErrorCode::kFileUnwritable:
        return tr("Choose another folder, or free some disk space.");
    case ErrorCode::kBadFile:
        if (attempt == Attempt::kOpenSession)
            return tr("This is not a session file, or it was edited by hand. Correct the field named above, "
                      "or open another file.");
        if (attempt == Attempt::kOpenLesson)
            return tr("Correct the field named above in a text editor, or ask the author for another file.");
        if (attempt == Attempt::kExperiment)
            return {}; // sentences or pairs of the user: the fault names their line
        return tr("The file may be damaged or incomplete. Download it again.");
    case ErrorCode::kUnsupported:
        return tr("Headlight does not support this kind of model or file yet.");
    case ErrorCode::kMissingTensor:
        return tr("The weights do not match config.json. Download the whole folder again.");
    case ErrorCode::kTooLong:
        return tr("Shorten the text.");
    case ErrorCode::kOutOfMemory:
        return tr("Close other programs, shorten the text, or choose a smaller model.");
    case ErrorCode::kBadArgument:
        return attempt == Attempt::kRun ? tr("Change the text, or undo the last change with Ctrl+Z.")
                                        : QString();
    case ErrorCode::kCancelled:
        break;
    }
    return {};
}

} // namespace

std::optional<Notice> noticeOf(const std::vector<std::string>& warnings)
{
    constexpr std::size_t kWarningsShown = 3;
    if (warnings.empty())
        return std::nullopt;
    QStringList lines;
    for (std::size_t i = 0; i < std::min(warnings.size(), kWarningsShown); ++i)
        lines << QString::fromStdString(warnings[i]);
    if (warnings.size() > kWarningsShown)
        lines << QCoreApplication::translate("Notice", "and %n more", nullptr,
                                             static_cast<int>(warnings.size() - kWarningsShown));
    return Notice{tr("The numbers may be wrong: %1").arg(lines.join(QLatin1Char('\n'))), {}, false};
}

Notice noticeFor(const Error& error, Attempt attempt)
{
    if (error.code == ErrorCode::kCancelled)
        return confirmation(tr("Stopped."));
    Error named = error;
    if (attempt == Attempt::kRun
        && error.field == "unk_token") // a word of the text, not the tokenizer's file
        named.file = named.field = {};
    return {lead(attempt).arg(QString::fromStdString(named.describe())), advice(error.code, attempt), true};
}

Notice internalNotice(const char* what)
{
    return {tr("Internal error: %1").arg(QString::fromUtf8(what)),
            tr("Your text is safe. Undo the last change with Ctrl+Z, or restart Headlight."), true};
}

} // namespace headlight
