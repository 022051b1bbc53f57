// JSON for people to read.

/**
 * JSON with one line for each innermost list or object that fits on it, such as a row of a grid.
 * A text that is not JSON stays as it is.
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
