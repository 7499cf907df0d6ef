#pragma once

#include <QLayout>

#include <initializer_list>
#include <vector>

namespace headlight {

/// Controls in a row that goes on in a next line where the view is narrow, the text large or the language
/// wordy: nothing is cut off. Items that may grow share what a line has left.
class WrapLayout : public QLayout
{
    Q_OBJECT
public:
    explicit WrapLayout(int spacing, QWidget* parent = nullptr);
    ~WrapLayout() override;

    /// Widgets that are never parted: a label and its field.
    void addTogether(std::initializer_list<QWidget*> widgets);
    /// What follows stands at the far end of the line, as long as there is one line only.
    void addStretch();

    void addItem(QLayoutItem* item) override;
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override; ///< all in one line
    QSize minimumSize() const override; ///< as wide as the widest item
    void setGeometry(const QRect& rect) override;

private:
    struct Line
    {
        std::vector<QLayoutItem*> items;
        int width = 0; ///< with the spaces between the items
        int height = 0;
    };
    std::vector<Line> lines(int width) const;
    void place(const Line& line, const QRect& room, const QRect& whole) const;

    std::vector<QLayoutItem*> m_items; ///< owned, as Qt has it
};

} // namespace headlight
