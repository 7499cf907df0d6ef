#pragma once

#include "core/model/model_library.h"
#include "ui/background/latest_task.h"

#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

namespace headlight {

struct ModelFacts;

/// A model to choose from.
struct LibraryModel
{
    using Origin = FoundModel::Origin;
    Origin origin = Origin::kFolder;
    QString folder;
    QString name; ///< name for display
    QString obstacle; ///< why it cannot be opened; empty if it can
};

/// The models on this machine: built-in ones, those in the user's model folders and in Hugging Face's cache,
/// and GGUF files of other programs. Searches in the background; used from the UI thread.
class ModelLibrary : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Searches again; emits changed() at the end.
    void search(const QStringList& folders, bool hubCache);
    const QList<LibraryModel>& models() const { return m_models; }

    /// Where Hugging Face's cache is, or would be.
    static QString hubCacheFolder();

signals:
    void changed();

private:
    LatestTask m_task;
    QList<LibraryModel> m_models;
};

/// The name to show for a model folder: "English → French" for the built-in one, "gpt2" for a snapshot in
/// Hugging Face's cache, otherwise the name of the folder.
QString modelTitle(const QString& folder);

/// What the command line calls the model in a folder: its name if that leads back here, otherwise the path.
QString commandName(const QString& folder);
/// The options that open a model as it is opened, or an adapter with its base.
QStringList modelArguments(const ModelFacts& model);

/// The folder of a path, or of a built-in or cached model by name; `given` itself if it is neither.
QString modelMeant(const QString& given);

} // namespace headlight
