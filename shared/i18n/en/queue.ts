export const queue = {};
