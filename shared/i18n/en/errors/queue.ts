export const queueErrors = {
  databaseFromFuture:
    'This data folder was written by a newer Hearth (schema {{found}}, this one knows {{known}}). Nothing was changed. Start the newer Hearth, or give another data folder.',
};
