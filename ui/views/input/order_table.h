#pragma once

#include "core/analysis/word_order.h"

#include <QTableWidget>

namespace headlight {

/// How much the output of each token changes when the words are reordered. UI thread.
class OrderTable : public QTableWidget
{
    Q_OBJECT
public:
    explicit OrderTable(QWidget* parent = nullptr);

    void showOrder(const WordOrder& order);
};

} // namespace headlight
