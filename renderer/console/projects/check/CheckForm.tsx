import { Button, Checkbox, Group, TextInput } from "@mantine/core";
import { IconPlayerPlay, IconPlayerStop } from "@tabler/icons-react";
import { useState } from "react";
import type { ReceiverCheckBody } from "../../../../server/contracts/receiver-check-api.ts";
import { messages } from "../../messages/index.ts";
import { bound, CodeInput, Form } from "../../parts/Form.tsx";
import { PasswordField } from "../../parts/PasswordField.tsx";

interface CheckFormProps {
  callbackUrl: string;
  running: boolean;
  start: (body: ReceiverCheckBody) => void;
  stop: () => void;
}

export function CheckForm({ callbackUrl, running, start, stop }: CheckFormProps) {
  const t = messages.check.form;
  const [url, setUrl] = useState(callbackUrl);
  const [material, setMaterial] = useState("");
  const [user, setUser] = useState("");
  const [password, setPassword] = useState("");
  const [fonts, setFonts] = useState(false);

  const submit = () => {
    start({
      callback_url: url.trim(),
      fonts,
      ...(material.trim() === "" ? {} : { material_id: material.trim() }),
      ...(user === "" ? {} : { metadata: { webhook_auth_user: user, webhook_auth_password: password } }),
    });
  };

  return (
    <Form onSubmit={submit}>
      <CodeInput
        label={messages.common.callbackUrl}
        placeholder="https://cms.example.org/galley/callback"
        {...bound(url, setUrl)}
        inputMode="url"
        required
        withAsterisk={false}
      />
      <CodeInput
        label={messages.common.materialId}
        description={t.materialWhy}
        placeholder="galley-check"
        {...bound(material, setMaterial)}
      />
      <details className="unfold">
        <summary>{t.login}</summary>
        <div className="form-pair">
          <TextInput label="webhook_auth_user" description={t.userWhy} {...bound(user, setUser)} autoComplete="off" />
          <PasswordField
            label="webhook_auth_password"
            description={t.passwordWhy}
            {...bound(password, setPassword)}
            autoComplete="new-password"
          />
        </div>
      </details>
      <Checkbox label={t.fonts} checked={fonts} onChange={(event) => setFonts(event.currentTarget.checked)} />
      <Group justify="flex-end">
        {running ? (
          // Separate keys: a double click on one must not press the other.
          <Button key="stop" variant="default" leftSection={<IconPlayerStop size={15} aria-hidden />} onClick={stop}>
            {t.stop}
          </Button>
        ) : (
          <Button key="start" type="submit" leftSection={<IconPlayerPlay size={15} aria-hidden />}>
            {messages.common.checkReceiver}
          </Button>
        )}
      </Group>
    </Form>
  );
}
