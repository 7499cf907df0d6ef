#pragma once

#include "core/io/tensor.h"
#include "ui/state/setting.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace headlight {

inline const Setting<HeldPrecision> kHeldPrecision{"models/precision", HeldPrecision::kWhatFits};
inline const Setting<QStringList> kModelFolders{"models/folders", {}}; ///< searched for models
inline const Setting<bool> kHubCacheUsed{"models/hubCache", true}; ///< offer models from Hugging Face's cache
inline const Setting<QString> kLastModel{"last/model", {}}; ///< folder; empty = the built-in model
inline const Setting<QStringList> kRecentModels{"recent/models", {}}; ///< folders, newest first

/// The base chosen for a LoRA adapter that cannot find its own; empty if none was chosen.
QString adapterBaseOf(const Settings& settings, const QString& adapter);
void setAdapterBase(Settings& settings, const QString& adapter, const QString& base);

/// The remembered answer from when a model that is large for this machine was opened.
std::optional<HeldPrecision> largeModelAnswer(const Settings& settings, const QString& folder);
void setLargeModelAnswer(Settings& settings, const QString& folder, HeldPrecision precision);
bool hasLargeModelAnswers(const Settings& settings);
void forgetLargeModelAnswers(Settings& settings);

} // namespace headlight
