#pragma once

#include "core/analysis/word_order.h"
#include "core/math/matrix.h"
#include "core/trace/site.h"

#include <QString>
#include <QStringList>
#include <QTableWidget>

namespace headlight {

class Model;

/// "Token embeddings × √512", according to the model's scaling; without a model there is no scale.
QString embeddingTitle(const Model* model, StackKind stack);

/// Titles of kPositionFormulas, followed by that of the model's own positions.
QStringList formulaTitles();

/// The first numbers of a row, with up to five decimals: the introductions print 0.99995. Empty if the row
/// does not exist.
QString rowText(const Matrix& values, Index row);

/// A share as a percentage that is never rounded to zero: "37.2%", "0.42%", "<0.01%".
QString shareText(double share);

/// How much the output of each token changes when the words are reordered. UI thread.
class OrderTable : public QTableWidget
{
    Q_OBJECT
public:
    OrderTable();

    void showOrder(const WordOrder& order);
};

} // namespace headlight
