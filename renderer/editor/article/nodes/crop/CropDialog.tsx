import { Button, Group, Text } from "@mantine/core";
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from "react";
import { messages } from "../../../messages/index.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ARROW_STEPS } from "../../../ui/keys.ts";
import { Problem, useAction } from "../../../ui/use-work.tsx";
import { type Cropping, drawPart } from "./crop-picture.ts";
import {
  type CropHandle,
  dragged,
  ofRatio,
  type Part,
  rotatePart,
  rotateSize,
  type Turn,
  wholePicture,
} from "./geometry.ts";

interface CropDialogProps {
  cropping: Cropping;
  /** Rejects with an Error whose message is shown. */
  onApply(after: { turn: Turn; part: Part }): Promise<void>;
  onClose(): void;
}

const RATIOS = { "16:9": 16 / 9, "4:3": 4 / 3, "1:1": 1, "3:4": 3 / 4 } as const;
type Shape = "free" | "original" | keyof typeof RATIOS;
const SHAPES: readonly Shape[] = ["free", "original", "16:9", "4:3", "1:1", "3:4"];

const GRIPS: readonly CropHandle[] = ([-1, 0, 1] as const)
  .flatMap((y) => ([-1, 0, 1] as const).map((x) => ({ x, y })))
  .filter(({ x, y }) => x !== 0 || y !== 0);
const cursorOf = ({ x, y }: CropHandle) =>
  y === 0 ? "ew-resize" : x === 0 ? "ns-resize" : x === y ? "nwse-resize" : "nesw-resize";
const MOVE: CropHandle = { x: 0, y: 0 };
/** The lower right corner, dragged by the arrow keys with Shift. */
const CORNER: CropHandle = { x: 1, y: 1 };
const DIALOG_CHROME_PX = { width: 90, height: 330 };

export function CropDialog({ cropping, onApply, onClose }: CropDialogProps) {
  const { bitmap } = cropping;
  const t = messages.media.crop;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const drag = useRef<{ grip: CropHandle; x: number; y: number; part: Part } | null>(null);
  const [turn, setTurn] = useState<Turn>(cropping.turn);
  const [part, setPart] = useState<Part>(cropping.part);
  const [shape, setShape] = useState<Shape>("free");
  const action = useAction();
  const size = rotateSize(bitmap, turn);
  const ratioOf = (each: Shape) =>
    each === "free" ? null : each === "original" ? size.width / size.height : RATIOS[each];
  const ratio = ratioOf(shape);
  const scale = Math.min(
    1,
    (Math.min(window.innerWidth, 1_100) - DIALOG_CHROME_PX.width) / size.width,
    (window.innerHeight - DIALOG_CHROME_PX.height) / size.height,
  );

  useLayoutEffect(() => {
    if (canvas.current !== null) drawPart(canvas.current, bitmap, turn, wholePicture(rotateSize(bitmap, turn)), scale);
  }, [bitmap, turn, scale]);

  function choose(next: Shape): void {
    setShape(next);
    setPart(ofRatio(part, ratioOf(next), size));
  }

  function turnBy(quarters: 1 | 3): void {
    let next = { turn, part };
    for (let quarter = 0; quarter < quarters; quarter++)
      next = { turn: ((next.turn + 90) % 360) as Turn, part: rotatePart(next.part, rotateSize(bitmap, next.turn)) };
    setTurn(next.turn);
    setPart(next.part);
    // A 16:9 part is 9:16 after a turn.
    if (shape !== "free" && shape !== "original" && shape !== "1:1") setShape("free");
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = ARROW_STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const stride = Math.max(1, Math.round(Math.max(size.width, size.height) / 100));
    const by = { x: step[0] * stride, y: step[1] * stride };
    // With a fixed ratio, up and down change the height.
    const grip: CropHandle = !event.shiftKey ? MOVE : ratio === null || step[0] !== 0 ? CORNER : { x: 0, y: 1 };
    setPart(dragged(part, grip, by, size, ratio));
  }

  function begin(event: PointerEvent<HTMLElement>, grip: CropHandle): void {
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { grip, x: event.clientX, y: event.clientY, part };
    frame.current?.focus();
  }

  function follow(event: PointerEvent<HTMLElement>): void {
    if (drag.current === null || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    event.stopPropagation();
    const { grip, x, y, part: from } = drag.current;
    setPart(dragged(from, grip, { x: (event.clientX - x) / scale, y: (event.clientY - y) / scale }, size, ratio));
  }

  const apply = () =>
    action.run(async () => {
      await onApply({ turn, part });
      onClose();
    });

  return (
    <Dialog title={t.title} onClose={onClose} place="fit">
      <div className="crop-stage">
        <div className="crop-picture" style={{ width: size.width * scale, height: size.height * scale }}>
          <canvas ref={canvas} />
          <div
            ref={frame}
            className="crop-frame"
            data-autofocus
            role="application"
            aria-label={t.frame}
            aria-describedby="crop-hint crop-size"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move and resize it
            tabIndex={0}
            style={{
              left: part.x * scale,
              top: part.y * scale,
              width: part.width * scale,
              height: part.height * scale,
            }}
            onKeyDown={onKeyDown}
            onPointerDown={(event) => begin(event, MOVE)}
            onPointerMove={follow}
            onPointerUp={() => {
              drag.current = null;
            }}
          >
            {GRIPS.map((grip) => (
              <span
                key={`${grip.x} ${grip.y}`}
                className="crop-grip"
                style={{ left: `${50 + 50 * grip.x}%`, top: `${50 + 50 * grip.y}%`, cursor: cursorOf(grip) }}
                onPointerDown={(event) => begin(event, grip)}
                onPointerMove={follow}
              />
            ))}
          </div>
        </div>
      </div>
      <Group justify="space-between" mt="sm">
        <Group gap="xs" role="group" aria-label={t.shape}>
          {SHAPES.map((each) => (
            <Button
              key={each}
              size="compact-sm"
              variant={shape === each ? "light" : "default"}
              aria-pressed={shape === each}
              onClick={() => choose(each)}
            >
              {each === "free" ? t.free : each === "original" ? t.original : each}
            </Button>
          ))}
        </Group>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => turnBy(3)}>
            {t.turnLeft}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => turnBy(1)}>
            {t.turnRight}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              setTurn(0);
              setShape("free");
              setPart(wholePicture(bitmap));
            }}
          >
            {t.reset}
          </Button>
        </Group>
      </Group>
      <p className="hint" id="crop-hint">
        {t.hint}
      </p>
      <Group gap="xs">
        <Text id="crop-size" role="status" c="dimmed" flex={1}>
          {t.size(part.width, part.height)}
        </Text>
        <Problem action={action} />
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {messages.common.cancel}
        </Button>
        <Button size="compact-sm" disabled={action.busy} onClick={apply}>
          {action.busy ? t.working : t.apply}
        </Button>
      </Group>
    </Dialog>
  );
}
