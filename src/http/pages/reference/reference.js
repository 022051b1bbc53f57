// The reference: Swagger UI with this service's contract.

/**
 * Rows of a grid take one line each, and so does every other innermost list or object that fits.
 * @param {string} text
 */
function compact(text) {
  try {
    const lines = JSON.stringify(JSON.parse(text), null, 2);
    return lines.replace(/([[{])\n\s+([^[\]{}]*?)\n\s+([\]}])/g, (whole, opening, inner, closing) => {
      const joined = inner.replace(/\n\s+/g, " ");
      return joined.length > 80 ? whole : opening === "{" ? `{ ${joined} }` : `[${joined}]`;
    });
  } catch {
    return text;
  }
}

/** Writes every example, and the body of a request to try, compactly. */
const CompactExamples = () => ({
  wrapComponents: {
    HighlightCode: (Original, { React }) => (properties) =>
      React.createElement(Original, { ...properties, children: typeof properties.children === "string" ? compact(properties.children) : properties.children }),
  },
});

const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => (document.documentElement.className = dark.matches ? "dark-mode" : "light-mode");
dark.addEventListener("change", follow);
follow();

SwaggerUIBundle({
  dom_id: "#swagger-ui",
  url: "../openapi.json",
  deepLinking: true,
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [CompactExamples],
});
