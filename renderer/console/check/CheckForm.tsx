import { Button, Checkbox, PasswordInput, TextInput } from "@mantine/core";
import { IconPlayerPlay, IconPlayerStop } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import type { ReceiverCheckBody } from "../../../server/contracts/console-api.ts";

export interface CheckFormProps {
  /** What the address is at first. */
  callbackUrl: string;
  running: boolean;
  start: (body: ReceiverCheckBody) => void;
  stop: () => void;
}

/** Where to send the check, and as what. */
export function CheckForm({ callbackUrl, running, start, stop }: CheckFormProps) {
  const [url, setUrl] = useState(callbackUrl);
  const [material, setMaterial] = useState("");
  const [user, setUser] = useState("");
  const [password, setPassword] = useState("");
  const [fonts, setFonts] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    start({
      callback_url: url.trim(),
      fonts,
      ...(material.trim() === "" ? {} : { material_id: material.trim() }),
      ...(user === "" ? {} : { metadata: { webhook_auth_user: user, webhook_auth_password: password } }),
    });
  };

  return (
    <form className="form" onSubmit={submit}>
      <TextInput
        label="Callback address"
        description="The callback_url that the site gives when it opens an article."
        placeholder="https://cms.example.org/galley/callback"
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        classNames={{ input: "mono-input" }}
        inputMode="url"
        required
      />
      <TextInput
        label="Material"
        description="The id of an article that the site knows and that was never opened here, such as an unpublished test article: the check overwrites it. Leave it empty for galley-check, which a receiver may know by name."
        placeholder="galley-check"
        value={material}
        onChange={(event) => setMaterial(event.currentTarget.value)}
        classNames={{ input: "mono-input" }}
      />
      <details className="unfold">
        <summary>The receiver is behind a login</summary>
        <div className="form-pair check-login">
          <TextInput
            label="webhook_auth_user"
            description="Alone, it is sent as a Bearer token."
            value={user}
            onChange={(event) => setUser(event.currentTarget.value)}
            autoComplete="off"
          />
          <PasswordInput
            label="webhook_auth_password"
            description="With it, both are sent as Basic."
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="new-password"
          />
        </div>
      </details>
      <Checkbox
        label="Send the published fonts as well"
        checked={fonts}
        onChange={(event) => setFonts(event.currentTarget.checked)}
      />
      <div className="form-end">
        {running ? (
          // Two elements with keys of their own: a double click on one must not press the other.
          <Button key="stop" variant="default" leftSection={<IconPlayerStop size={15} aria-hidden />} onClick={stop}>
            End the check
          </Button>
        ) : (
          <Button key="start" type="submit" leftSection={<IconPlayerPlay size={15} aria-hidden />}>
            Check the receiver
          </Button>
        )}
      </div>
    </form>
  );
}
