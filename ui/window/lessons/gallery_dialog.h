#pragma once

#include "ui/window/lessons/examples.h"

#include <QDialog>

#include <optional>
#include <vector>

class QAbstractButton;
class QTabWidget;

namespace headlight {

/// The examples as cards, one page per kind of model; a click shows an example. Stays open beside the window.
/// UI thread only.
class GalleryDialog : public QDialog
{
    Q_OBJECT
public:
    explicit GalleryDialog(QWidget* parent = nullptr);

    /// Shows the page of this model, if it has one.
    void showModel(const QString& model);
    QAbstractButton& card(const QString& model, int number);
    /// Marks the card of the shown example.
    void mark(const QString& model, int number);

signals:
    void exampleChosen(const QString& model, int number);

private:
    /// Makes the cards of a page, once.
    void fill(int number);
    std::optional<int> pageOf(const QString& model) const;

    QTabWidget* m_pages;
    std::vector<std::vector<QAbstractButton*>> m_cards; ///< by page; none until it is shown
};

} // namespace headlight
