// The editor opens in another tab. Returning from it reloads the page to show saves, unless a form has unsaved input.
for (const form of document.querySelectorAll('form[target="_blank"]')) {
  form.addEventListener("submit", () => setTimeout(() => form.reset()));
}
document.addEventListener("visibilitychange", () => {
  const inputs = [...document.querySelectorAll("input")];
  const hasInput = inputs.some((input) => input.value !== input.defaultValue || input.checked !== input.defaultChecked);
  const reading = document.querySelector("details[open]") !== null;
  if (document.visibilityState === "visible" && !hasInput && !reading) location.reload();
});
