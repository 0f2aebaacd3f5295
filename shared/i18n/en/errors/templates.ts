export const templatesErrors = {};
