/**
 * The Mantine theme of both apps, on the tokens of tokens.css. The pages' Content-Security-Policy forbids <style> elements: no
 * responsive style props (`p={{ base: … }}`), no `visibleFrom`, no locked scrolling; variables come from mantine.css.
 */
import {
  createTheme,
  MantineProvider,
  type MantineThemeOverride,
  type ModalProps,
  type OverlayProps,
  type TooltipProps,
} from "@mantine/core";
import type { ReactNode } from "react";
// First: it sets the order of the layers.
import "./tokens.css";
import "@mantine/core/styles/default-css-variables.layer.css";
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/VisuallyHidden.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Group.layer.css";
import "@mantine/core/styles/Loader.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/ActionIcon.layer.css";
import "@mantine/core/styles/Button.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/Menu.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/NumberInput.layer.css";
import "@mantine/core/styles/Pill.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import "@mantine/core/styles/Progress.layer.css";
import "@mantine/core/styles/Radio.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import "@mantine/core/styles/Skeleton.layer.css";
import "@mantine/core/styles/Stack.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import "@mantine/core/styles/Tabs.layer.css";
import "@mantine/core/styles/Text.layer.css";
import "@mantine/core/styles/Tooltip.layer.css";
import "./mantine.css";

/** Typefaces, sizes and the defaults that the CSP and the look require. Colours come from the tokens (mantine.css). */
const galleyTheme: MantineThemeOverride = createTheme({
  primaryColor: "blue",
  fontFamily: "var(--font-ui)",
  fontFamilyMonospace: "var(--font-mono)",
  defaultRadius: "sm",
  cursorType: "pointer",
  respectReducedMotion: true,
  // By name, without importing the components: each page loads only those it uses.
  components: {
    InputWrapper: { defaultProps: { withAsterisk: false } },
    Modal: {
      defaultProps: {
        lockScroll: false,
        centered: true,
        transitionProps: { duration: 0 },
      } satisfies Partial<ModalProps>,
    },
    Overlay: { defaultProps: { color: "var(--backdrop)", backgroundOpacity: 1 } satisfies Partial<OverlayProps> },
    Tooltip: {
      defaultProps: {
        openDelay: 300,
        withArrow: false,
        events: { hover: true, focus: true, touch: false },
      } satisfies Partial<TooltipProps>,
    },
  },
});

export function GalleyProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={galleyTheme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      {children}
    </MantineProvider>
  );
}
