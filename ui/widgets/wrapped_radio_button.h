#pragma once

#include <QRadioButton>
#include <QString>
#include <QStringList>
#include <QStyle>
#include <QStyleOptionButton>

namespace headlight {

/// A choice with as many lines as its text needs.
class WrappedRadioButton : public QRadioButton
{
public:
    explicit WrappedRadioButton(const QString& text)
        : QRadioButton(text)
    {
        QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Minimum);
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
    }
    QSize minimumSizeHint() const override { return {0, QRadioButton::minimumSizeHint().height()}; }
    int heightForWidth(int width) const override
    {
        const auto lines = static_cast<int>(broken(width).count(QLatin1Char('\n')));
        return QRadioButton::sizeHint().height() + lines * fontMetrics().lineSpacing();
    }

protected:
    void initStyleOption(QStyleOptionButton* option) const override
    {
        QRadioButton::initStyleOption(option);
        option->text = broken(width());
    }

private:
    QString broken(int width) const
    {
        const int room = width - style()->pixelMetric(QStyle::PM_ExclusiveIndicatorWidth)
            - style()->pixelMetric(QStyle::PM_RadioButtonLabelSpacing);
        QString lines, line;
        for (const QString& word : text().split(QLatin1Char(' '))) {
            const QString longer = line.isEmpty() ? word : line + QLatin1Char(' ') + word;
            const bool fits = line.isEmpty() || fontMetrics().horizontalAdvance(longer) <= room;
            if (!fits)
                lines += line + QLatin1Char('\n');
            line = fits ? longer : word;
        }
        return lines + line;
    }
};

} // namespace headlight
