import { Button } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { settingsQuery } from "../data/queries.ts";
import { navigate } from "../lib/router.tsx";

/** For an appliance that no site has opened an article on yet: the shortest ways to the whole loop. */
export function FirstSteps() {
  const sandboxUrl = useQuery(settingsQuery).data?.appliance.sandbox_url ?? null;
  return (
    <div className="home-steps">
      <p className="home-lede">No article has been opened yet. Two minutes to the first one:</p>
      <ol>
        {sandboxUrl !== null && (
          <li>
            <h2>See the whole loop on the sample site</h2>
            <p>
              A small site runs on this machine. Open an article there, write something, place a picture, save: the
              sample site takes the version, and you can follow the conversation under Deliveries.
            </p>
            <Button
              component="a"
              href={sandboxUrl}
              target="_blank"
              rel="noreferrer"
              rightSection={<IconExternalLink size={15} aria-hidden />}
            >
              Open the sample site
            </Button>
          </li>
        )}
        <li>
          <h2>Connect your own site</h2>
          <p>
            Create a project. You get a key and a secret for the site, and a command that opens an article by hand
            before any code is written.
          </p>
          <Button variant={sandboxUrl === null ? "filled" : "default"} onClick={() => navigate("/projects/new")}>
            Create a project
          </Button>
        </li>
      </ol>
    </div>
  );
}
