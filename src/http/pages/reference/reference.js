// The reference: Swagger UI with this service's contract.

import { pretty } from "../playground/pretty.js";

/** Shows every example compactly. */
const CompactExamples = () => ({
  wrapComponents: {
    HighlightCode:
      (Original, { React }) =>
      (properties) =>
        React.createElement(Original, {
          ...properties,
          children: typeof properties.children === "string" ? pretty(properties.children) : properties.children,
        }),
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
