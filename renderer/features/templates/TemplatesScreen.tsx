/** A person's own templates: bring one in, go back to an older version, remove it. */
export function TemplatesScreen() {
  return null;
}
