/** Folder in an engine's input and output folders that holds what is Hearth's; what lies beside it is not ours. */
export const engineFolder = 'hearth';
