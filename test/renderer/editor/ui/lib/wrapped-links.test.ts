import { expect, it } from "vitest";
import { unwrapped, urlAlone } from "../../../../../renderer/editor/ui/lib/links.ts";

const google = (url: string) => `https://www.google.com/url?q=${encodeURIComponent(url)}&sa=D&source=docs`;

it.each([
  [google("https://example.org/a?b=c&d#e"), "https://example.org/a?b=c&d#e"],
  ["https://www.google.co.uk/url?sa=t&url=https%3A%2F%2Fexample.org%2F", "https://example.org/"],
  ["https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.org%2Fx&h=AT0", "https://example.org/x"],
  ["https://vk.com/away.php?to=https%3A%2F%2Fexample.org%2F", "https://example.org/"],
  [google(google("https://example.org/")), "https://example.org/"],
  ["https://example.org/url?q=https://other.example/", "https://example.org/url?q=https://other.example/"],
  [
    "https://google.com.evil.example/url?q=https://x.example/",
    "https://google.com.evil.example/url?q=https://x.example/",
  ],
  [google("javascript:alert(1)"), google("javascript:alert(1)")],
  ["mailto:anna@example.org", "mailto:anna@example.org"],
])("unwraps %s to %s", (url, inside) => {
  expect(unwrapped(url)).toBe(inside);
});

it.each(["https://", "example.org", "https://a.example and more", "https://[", "ftp://a.example/", ""])(
  "does not read %j as a URL",
  (text) => {
    expect(urlAlone(text)).toBeNull();
  },
);
