#pragma once

#include "core/math/matrix.h"
#include "core/trace/site.h"

#include <QString>
#include <QStringList>

namespace headlight {

class Model;

/// "Token embeddings × √512", as the model scales them; a null model says nothing of a scale.
QString embeddingTitle(const Model* model, StackKind stack);

/// Of kPositionFormulas, and of the model's own positions after them.
QStringList formulaTitles();

/// The first numbers of a row, with up to five decimals: the introductions print 0.99995. Empty where there
/// is no such row.
QString rowText(const Matrix& values, Index row);

/// A share as a percentage, which rounds nothing away: "37.2%", "0.42%", "<0.01%".
QString shareText(double share);

} // namespace headlight
