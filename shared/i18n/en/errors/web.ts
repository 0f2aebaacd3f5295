export const webErrors = {};
