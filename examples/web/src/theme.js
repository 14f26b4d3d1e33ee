// Light or dark: as the system says, unless the visitor chose. The choice lives in this page alone: nothing is stored.
import { byId } from "./dom.js";

export function themeSwitch(onChange) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const button = byId("theme");
  let chosen = null;
  const dark = () => (chosen ?? (system.matches ? "dark" : "light")) === "dark";
  const show = () => {
    document.documentElement.dataset.theme = dark() ? "dark" : "light";
    button.textContent = dark() ? "Light" : "Dark";
    button.setAttribute("aria-label", `${button.textContent} colours`);
    onChange();
  };
  button.addEventListener("click", () => {
    chosen = dark() ? "light" : "dark";
    show();
  });
  system.addEventListener("change", show);
  // paper is white, and what is drawn must know it beforehand
  addEventListener("beforeprint", () => {
    document.documentElement.dataset.theme = "light";
    onChange();
  });
  addEventListener("afterprint", show);
  show();
}
