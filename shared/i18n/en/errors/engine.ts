export const engineErrors = {};
