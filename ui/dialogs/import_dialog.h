#pragma once

#include "ui/run/opener.h"

#include <QDialog>

namespace headlight {

/// Shows what was read from a file before it is opened. accepted() = open it.
class ImportDialog : public QDialog
{
    Q_OBJECT
public:
    explicit ImportDialog(const ImportFound& found, QWidget* parent);

signals:
    /// The user wants to read other tokens; the dialog closes.
    void tokensWanted();

private:
    QString attentionText(const ImportFound& found) const;
    QString tokenText(const ImportFound& found) const;
};

} // namespace headlight
