import { Button, Checkbox, Group, TextInput } from "@mantine/core";
import { IconPlayerPlay, IconPlayerStop } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { localized } from "../../shared/language.ts";
import { useSiteProject } from "../data/me.ts";
import { newestCallbackQuery, settingsQuery } from "../data/queries.ts";
import { type Check, summaryWords, useCheck } from "../data/use-check.ts";
import { usePlace } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { StepView, VerdictMark } from "./CheckStep.tsx";
import { bound, CodeInput, Form, PasswordField } from "./Form.tsx";
import { ErrorNote, SkeletonRows } from "./Notes.tsx";

/** The form of a check, its progress and its steps. On the page of a site link it reads neither settings nor articles. */
export function ReceiverCheck({ projectId }: { projectId: string }) {
  const isPage = useSiteProject() !== null;
  const enabled = !isPage;
  const appliance = useQuery({ ...settingsQuery, enabled }).data?.appliance;
  const known = useQuery({ ...newestCallbackQuery(projectId), enabled });
  const fromUrl = usePlace().query.get("url") ?? "";
  const check = useCheck(projectId);
  const sandbox =
    appliance?.sandbox_project_id === projectId && appliance.sandbox_url !== null
      ? `${appliance.sandbox_url}/galley/callback`
      : "";
  const ready = isPage || (appliance !== undefined && known.data !== undefined);
  return (
    <div className="form">
      {known.error && <ErrorNote error={known.error} retry={() => void known.refetch()} />}
      {ready && <CheckForm callbackUrl={fromUrl || known.data || sandbox} check={check} />}
      {!ready && !known.error && <SkeletonRows />}
      <Steps check={check} isPage={isPage} />
    </div>
  );
}

function Steps({ check: { state, steps, current, result, error }, isPage }: { check: Check; isPage: boolean }) {
  const t = messages.check;
  const Title = isPage ? "h2" : "h4";
  const StepTitle = isPage ? "h3" : "h5";
  if (state === "idle") return null;
  const currentTitle = current && localized(current.title, current.title_sentence);
  return (
    <section className="block" aria-labelledby="check-steps">
      <Title id="check-steps" className="subtitle">
        {t.result}
      </Title>
      <p className="delivery-explanation" role="status">
        {state === "running" &&
          (current === null ? messages.common.checking : t.step(current.number, currentTitle ?? ""))}
        {state === "ended" && t.ended}
        {result !== null && (
          <>
            <VerdictMark verdict={result.verdict} /> {summaryWords(result)}
          </>
        )}
      </p>
      {state === "failed" && <ErrorNote error={error} />}
      <ol className="list check-steps">
        {steps.map((step) => (
          <StepView key={step.step} step={step} Title={StepTitle} />
        ))}
      </ol>
    </section>
  );
}

function CheckForm({ callbackUrl, check }: { callbackUrl: string; check: Check }) {
  const t = messages.check.form;
  const [url, setUrl] = useState(callbackUrl);
  const [material, setMaterial] = useState("");
  const [user, setUser] = useState("");
  const [password, setPassword] = useState("");
  const [fonts, setFonts] = useState(false);

  const submit = () => {
    check.start({
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
          <PasswordField label="webhook_auth_password" {...bound(password, setPassword)} autoComplete="new-password" />
        </div>
      </details>
      <Checkbox label={t.fonts} checked={fonts} onChange={(event) => setFonts(event.currentTarget.checked)} />
      <Group justify="flex-end">
        {check.state === "running" ? (
          // Separate keys: a double click on one must not press the other.
          <Button
            key="stop"
            variant="default"
            leftSection={<IconPlayerStop size={15} aria-hidden />}
            onClick={check.stop}
          >
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
