#pragma once

#include "ui/state/dialogue.h"
#include "ui/state/setting.h"

namespace headlight {

inline const Setting<QByteArray> kWindowGeometry{"window/geometry", {}};
inline const Setting<QByteArray> kWindowLayout{"window/layout", {}}; ///< state of the docks
inline const Setting<QString> kLastText{"last/text", QStringLiteral("The black cat sleeps on the chair.")};
inline const Setting<QString> kLastTarget{"last/target", {}};
inline const Setting<QString> kLastPair{"last/pair", {}};
inline const Setting<std::optional<Dialogue>> kLastDialogue{"last/conversation", {}};
/// Milliseconds since the epoch: kept work up to this time was offered and passed over.
inline const Setting<qulonglong> kOfferSeen{"recent/offerSeen", 0};
inline const Setting<QStringList> kRecentSessions{"recent/sessions", {}}; ///< files, newest first
/// "NAME=x.x": which steps of each lesson are done ("x"), with its summary as the last one.
inline const Setting<QStringList> kLessonProgress{"help/lessonProgress", {}};
inline const Setting<QString> kMatrixSheet{"last/matrixSheet", {}};
/// "NAME", a line break, and the results as in a file that is handed in: what was answered in a lesson.
inline const Setting<QStringList> kLessonAnswers{"help/lessonAnswers", {}};
inline const Setting<QString> kStudentName{"help/studentName", {}}; ///< on answers that are handed in
inline const Setting<bool> kTourSeen{"help/tourSeen", false};
inline const Setting<bool> kGallerySeen{"help/gallerySeen", false}; ///< opens by itself at the first start

} // namespace headlight
