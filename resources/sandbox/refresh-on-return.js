// The editor opens in another tab; coming back from it shows what was saved there. Nothing half typed is lost.
for (const form of document.querySelectorAll('form[target="_blank"]')) {
  form.addEventListener("submit", () => setTimeout(() => form.reset()));
}
document.addEventListener("visibilitychange", () => {
  const inputs = [...document.querySelectorAll("input")];
  const halfTyped = inputs.some(
    (input) => input.value !== input.defaultValue || input.checked !== input.defaultChecked,
  );
  const reading = document.querySelector("details[open]") !== null;
  if (document.visibilityState === "visible" && !halfTyped && !reading) location.reload();
});
