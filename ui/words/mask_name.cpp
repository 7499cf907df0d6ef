#include "ui/words/mask_name.h"

#include "core/analysis/mask_pattern.h"

#include <QCoreApplication>

namespace headlight {

QString maskName(const AttentionMap& map)
{
    const auto words = [](const char* text) { return QCoreApplication::translate("MaskName", text); };
    const MaskPattern pattern = maskPatternOf(map);
    switch (pattern.kind) {
    case MaskPattern::Kind::kNone:
        return words(QT_TRANSLATE_NOOP("MaskName", "no mask"));
    case MaskPattern::Kind::kCausal:
        return words(QT_TRANSLATE_NOOP("MaskName", "causal mask"));
    case MaskPattern::Kind::kWindow:
        return words(QT_TRANSLATE_NOOP("MaskName", "sliding window of %1")).arg(pattern.window);
    case MaskPattern::Kind::kNotRecorded:
    case MaskPattern::Kind::kOther:
        break;
    }
    return {};
}

} // namespace headlight
