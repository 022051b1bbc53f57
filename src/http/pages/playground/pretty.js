// JSON for people to read.

/**
 * JSON in which each innermost list or object, such as a row of a grid, is on one line if it fits. A text that is not
 * JSON is returned unchanged.
 * @param {string} text
 */
export function pretty(text) {
  try {
    const lines = JSON.stringify(JSON.parse(text), null, 2);
    return lines.replace(/([[{])\n\s+([^[\]{}]*?)\n\s+([\]}])/g, (whole, opening, inner, closing) => {
      const joined = inner.replace(/\n\s+/g, " ");
      return joined.length > 96 ? whole : opening === "{" ? `{ ${joined} }` : `[${joined}]`;
    });
  } catch {
    return text;
  }
}
