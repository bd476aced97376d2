/** Checking a site's receiver, and the list of wrong signatures. */
import type { WrongSignatureView } from "../../../../server/contracts/projects-api.ts";
import type { CheckVerdict } from "../../../../server/contracts/receiver-check-api.ts";

const steps = (count: number) => (count === 1 ? "1 step" : `${count} steps`);

export const check = {
  title: "Check a receiver",
  why: "Galley sends test callbacks to the site and says of each what is right, what is wrong and what to change. Nothing of it becomes a session or a delivery.",
  form: {
    url: "Callback address",
    urlWhy: "The callback_url that the site gives when it opens an article.",
    material: "Material",
    materialWhy:
      "The id of an article that the site knows and that was never opened here, such as an unpublished test article: the check overwrites it. Leave it empty for galley-check, which a receiver may know by name.",
    login: "The receiver is behind a login",
    userWhy: "Alone, it is sent as a Bearer token.",
    passwordWhy: "With it, both are sent as Basic.",
    fonts: "Send the published fonts as well",
    start: "Check the receiver",
    stop: "End the check",
  },
  result: "What came of it",
  checking: "Checking…",
  step: (number: number, title: string) => `Step ${number}: ${title.toLowerCase()}…`,
  ended: "You ended the check.",
  failed: (count: number, first: number) =>
    `${steps(count)} failed. Begin with step ${first}: the others may be well once it is.`,
  warned: (count: number) => `The receiver works. ${steps(count)} ${count === 1 ? "is" : "are"} worth a look.`,
  passed: "The receiver does everything right.",
  verdicts: {
    passed: "Passed",
    warning: "Look at this",
    failed: "Failed",
    skipped: "Not tried",
  } satisfies Record<CheckVerdict, string> as Record<CheckVerdict, string>,
  change: "What to change:",
  expected: (expected: string) => `Expected: ${expected}`,
  cameIn: (number: number) => `what came in step ${number}`,
  said: "What was said",
  address: "At address",
  code: "Code",
  certificate: {
    subject: "Made out to",
    names: "For",
    issuer: "Signed by",
    itself: "itself",
    valid: "Valid",
    dates: (from: string, to: string) => `${from} to ${to}`,
  },
  noAnswer: "No answer came.",
  request: "Request",
  answer: "Answer",
  answerWith: (status: number) => `Answer, status ${status}`,
  files: "Public files",
  same: (size: string) => `Galley fetched ${size}, the same bytes, from`,
  nothing: "Galley could fetch nothing from",
  other: (status: number, size: string, expected: string) =>
    `Galley got status ${status} and ${size} in the place of ${expected} from`,

  signatures: {
    title: "Wrong signatures",
    why: "Whoever signs wrongly gets a 403 that says nothing more. Here stands what each of them looks like; the newest thousand are kept.",
    again: "Look again",
    none: "No wrong signature",
    noneWhy: "Every request with this project's key was signed as it should be.",
    label: "Wrong signatures",
    routes: {
      "session/open": "Opening an article",
      "download/media": "Downloading an archive",
      "download/fonts": "Downloading fonts",
    } satisfies Record<WrongSignatureView["route"], string> as Record<WrongSignatureView["route"], string>,
    from: (address: string) => `from ${address}`,
    expected: "What was to be signed",
    toBeSigned: "To be signed",
    came: "Came",
    older: "Older ones",
  },
};
