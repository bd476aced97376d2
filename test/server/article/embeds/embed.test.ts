import { describe, expect, it } from "vitest";
import { type EmbedRefusal, embedOf, readEmbed } from "../../../../server/article/embeds/embed.ts";
import { isEmbedShape } from "../../../../server/article/embeds/settings.ts";

const SC = "https://w.soundcloud.com/player/?url=";
const FB = "https://www.facebook.com";

/** The typed URL; `=` the stored URL, if it differs; `>` the URL of the frame, and its shape if not the provider's. */
const FRAMES = `
https://www.youtube.com/watch?v=dQw4w9WgXcQ&feature=share&t=1m30s
  = https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90s
  > https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90
youtu.be/dQw4w9WgXcQ?si=abc&t=43
  = https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=43s
  > https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=43
https://m.youtube.com/shorts/dQw4w9WgXcQ
  = https://www.youtube.com/shorts/dQw4w9WgXcQ
  > https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ 9:16
https://youtube.com/live/dQw4w9WgXcQ?feature=share
  = https://www.youtube.com/watch?v=dQw4w9WgXcQ
  > https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ
//www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=7&autoplay=1&origin=https://evil.example
  = https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=7s
  > https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=7
https://www.youtube.com/playlist?list=PLabcdefghijkl
  > https://www.youtube-nocookie.com/embed/videoseries?list=PLabcdefghijkl
https://www.youtube.com/embed/videoseries?list=PLabcdefghijkl
  = https://www.youtube.com/playlist?list=PLabcdefghijkl
  > https://www.youtube-nocookie.com/embed/videoseries?list=PLabcdefghijkl
https://vimeo.com/76979871/8272103f6e#t=75s
  > https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1#t=75s
https://player.vimeo.com/video/76979871?h=8272103f6e&badge=0
  = https://vimeo.com/76979871/8272103f6e
  > https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1
https://vimeo.com/channels/staffpicks/76979871
  = https://vimeo.com/76979871
  > https://player.vimeo.com/video/76979871?dnt=1
https://vk.com/video-22822305_456241864?list=x
  = https://vkvideo.ru/video-22822305_456241864
  > https://vkvideo.ru/video_ext.php?oid=-22822305&id=456241864
https://rutube.ru/video/0123456789abcdef0123456789abcdef/?r=wd
  = https://rutube.ru/video/0123456789abcdef0123456789abcdef/
  > https://rutube.ru/play/embed/0123456789abcdef0123456789abcdef/
https://soundcloud.com/forss/flickermood?si=1
  = https://soundcloud.com/forss/flickermood
  > https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fforss%2Fflickermood
https://soundcloud.com/forss/sets/soulhack
  > https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fforss%2Fsets%2Fsoulhack 450px
https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/293&color=%23ff5500&auto_play=true
  = https://w.soundcloud.com/player/?url=https%3A%2F%2Fapi.soundcloud.com%2Ftracks%2F293
  > https://w.soundcloud.com/player/?url=https%3A%2F%2Fapi.soundcloud.com%2Ftracks%2F293
https://open.spotify.com/intl-de/track/4uLU6hMCjMI75M1A2tKUQC?si=x
  = https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC
  > https://open.spotify.com/embed/track/4uLU6hMCjMI75M1A2tKUQC 152px
https://open.spotify.com/embed/show/4uLU6hMCjMI75M1A2tKUQC
  = https://open.spotify.com/show/4uLU6hMCjMI75M1A2tKUQC
  > https://open.spotify.com/embed/show/4uLU6hMCjMI75M1A2tKUQC
https://datawrapper.dwcdn.net/aBc12/3/?dark=1
  = https://datawrapper.dwcdn.net/aBc12/3/
  > https://datawrapper.dwcdn.net/aBc12/3/
https://www.datawrapper.de/_/aBc12/
  = https://datawrapper.dwcdn.net/aBc12/
  > https://datawrapper.dwcdn.net/aBc12/
https://public.flourish.studio/visualisation/14567890/
  > https://flo.uri.sh/visualisation/14567890/embed
https://www.google.com/maps/embed?pb=!1m18!1m12!1d2480.1!2sTower%20Bridge!5e0
  = https://www.google.com/maps/embed?pb=%211m18%211m12%211d2480.1%212sTower+Bridge%215e0
  > https://www.google.com/maps/embed?pb=%211m18%211m12%211d2480.1%212sTower+Bridge%215e0
https://www.google.co.uk/maps/place/Tower+Bridge/@51.5054564,-0.0779365,17.2z/data=!3m1!4b1
  = https://www.google.com/maps?q=Tower+Bridge&ll=51.5054564%2C-0.0779365&z=17
  > https://www.google.com/maps?q=Tower+Bridge&ll=51.5054564%2C-0.0779365&z=17&output=embed
https://www.google.com/maps/@55.75,37.61,12z
  = https://www.google.com/maps?q=55.75%2C37.61&ll=55.75%2C37.61&z=12
  > https://www.google.com/maps?q=55.75%2C37.61&ll=55.75%2C37.61&z=12&output=embed
https://www.openstreetmap.org/?mlat=55.75&mlon=37.61#map=15/55.75/37.61
  > https://www.openstreetmap.org/export/embed.html?bbox=37.59627%2C55.74420%2C37.62373%2C55.75580&layer=mapnik&marker=55.75%2C37.61
https://www.openstreetmap.org/export/embed.html?bbox=1.5,2,3,4&layer=mapnik
  = https://www.openstreetmap.org/export/embed.html?bbox=1.5%2C2%2C3%2C4&layer=mapnik
  > https://www.openstreetmap.org/export/embed.html?bbox=1.5%2C2%2C3%2C4&layer=mapnik
https://t.me/s/durov/123?single
  = https://t.me/durov/123
  > https://t.me/durov/123?embed=1
https://twitter.com/nasa/status/1259453443137298433?ref_src=twsrc
  = https://x.com/nasa/status/1259453443137298433
  > https://platform.twitter.com/embed/Tweet.html?id=1259453443137298433&dnt=true
https://platform.twitter.com/embed/Tweet.html?id=20
  = https://x.com/i/status/20
  > https://platform.twitter.com/embed/Tweet.html?id=20&dnt=true
https://www.instagram.com/nasa/p/CyAbC_d-123/?igsh=x
  = https://www.instagram.com/p/CyAbC_d-123/
  > https://www.instagram.com/p/CyAbC_d-123/embed/
https://www.facebook.com/nasa/posts/pfbid0abc
  > https://www.facebook.com/plugins/post.php?href=https%3A%2F%2Fwww.facebook.com%2Fnasa%2Fposts%2Fpfbid0abc&show_text=true
https://www.facebook.com/plugins/video.php?height=314&href=https%3A%2F%2Fwww.facebook.com%2Fnasa%2Fvideos%2F10155%2F
  = https://www.facebook.com/nasa/videos/10155/
  > https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Fnasa%2Fvideos%2F10155%2F 16:9
https://www.tiktok.com/@scout2015/video/6718335390845095173?lang=en
  = https://www.tiktok.com/@scout2015/video/6718335390845095173
  > https://www.tiktok.com/player/v1/6718335390845095173
https://www.dailymotion.com/video/x8abcde?playlist=x1&start=30
  = https://www.dailymotion.com/video/x8abcde?start=30
  > https://geo.dailymotion.com/player.html?video=x8abcde&startTime=30
https://dai.ly/x8abcde
  = https://www.dailymotion.com/video/x8abcde
  > https://geo.dailymotion.com/player.html?video=x8abcde
https://geo.dailymotion.com/player/x1abc.html?video=x8abcde&mute=true
  = https://www.dailymotion.com/video/x8abcde
  > https://geo.dailymotion.com/player.html?video=x8abcde
https://www.ted.com/talks/simon_sinek_how_great_leaders?language=ru&utm=x
  = https://www.ted.com/talks/simon_sinek_how_great_leaders?language=ru
  > https://embed.ted.com/talks/lang/ru/simon_sinek_how_great_leaders
https://embed.ted.com/talks/simon_sinek_how_great_leaders
  = https://www.ted.com/talks/simon_sinek_how_great_leaders
  > https://embed.ted.com/talks/simon_sinek_how_great_leaders
https://podcasts.apple.com/de/podcast/die-lage/id1092818500?i=1000654321000&l=en
  = https://podcasts.apple.com/de/podcast/id1092818500?i=1000654321000
  > https://embed.podcasts.apple.com/de/podcast/id1092818500?i=1000654321000 175px
https://podcasts.apple.com/podcast/id1092818500
  = https://podcasts.apple.com/us/podcast/id1092818500
  > https://embed.podcasts.apple.com/us/podcast/id1092818500 450px
https://yandex.ru/maps/213/moscow/?ll=37.617700%2C55.755863&z=12.5&utm_source=x
  = https://yandex.ru/maps/?ll=37.617700%2C55.755863&z=12.5
  > https://yandex.ru/map-widget/v1/?ll=37.617700%2C55.755863&z=12.5
https://yandex.com/maps/org/kafe_pushkin/1044000043/?ll=37.6%2C55.76&z=17
  = https://yandex.ru/maps/org/1044000043/?ll=37.6%2C55.76&z=17
  > https://yandex.ru/map-widget/v1/org/1044000043/?ll=37.6%2C55.76&z=17
https://yandex.ru/maps/-/CDabc~1x
  > https://yandex.ru/map-widget/v1/-/CDabc~1x
https://yandex.ru/map-widget/v1/?um=constructor%3A0123456789abcdef&source=constructor
  = https://yandex.ru/maps/?um=constructor%3A0123456789abcdef
  > https://yandex.ru/map-widget/v1/?um=constructor%3A0123456789abcdef
https://bsky.app/profile/nasa.bsky.social/post/3lbb32nb4322g?ref=x
  = https://bsky.app/profile/nasa.bsky.social/post/3lbb32nb4322g
  > https://embed.bsky.app/embed/nasa.bsky.social/app.bsky.feed.post/3lbb32nb4322g
https://embed.bsky.app/embed/did:plc:scmcyemdposb4vuidhztn2ui/app.bsky.feed.post/3lbb32nb4322g
  = https://bsky.app/profile/did:plc:scmcyemdposb4vuidhztn2ui/post/3lbb32nb4322g
  > https://embed.bsky.app/embed/did:plc:scmcyemdposb4vuidhztn2ui/app.bsky.feed.post/3lbb32nb4322g
https://mastodon.social/@Gargron@example.org/100254678717223630
  > https://mastodon.social/@Gargron@example.org/100254678717223630/embed
https://old.reddit.com/r/space/comments/1abcde/a_title_of_it/?utm_source=share
  = https://www.reddit.com/r/space/comments/1abcde/a_title_of_it/
  > https://embed.reddit.com/r/space/comments/1abcde/a_title_of_it/?embed=true
https://www.reddit.com/r/space/comments/1abcde/comment/kx1y2z3/
  > https://embed.reddit.com/r/space/comments/1abcde/comment/kx1y2z3/?embed=true
`;

it.each(FRAMES.trim().split(/\n(?! )/))("frames %s", (lines) => {
  const [, typed = "", kept = typed, frame, shape] =
    /^(\S+)(?:\n {2}= (\S+))?\n {2}> (\S+)(?: (\S+))?$/.exec(lines) ?? [];
  const embed = embedOf(` ${typed} `, []);
  expect(embed).toMatchObject({ address: kept, frame });
  if (shape !== undefined) expect(embed?.shape).toBe(shape);
  expect(isEmbedShape(embed?.shape)).toBe(true);
  // Reading the stored URL gives the same embed.
  expect(embedOf(kept, [])).toEqual(embed);
});

const REFUSED: [typed: string, reason: EmbedRefusal][] = [
  ["", "not_an_address"],
  ["javascript:alert(1)//youtube.com/watch?v=dQw4w9WgXcQ", "not_an_address"],
  ["data:text/html,<script>alert(1)</script>", "not_an_address"],
  ["https://user:secret@www.youtube.com/watch?v=dQw4w9WgXcQ", "not_an_address"],
  ["https://www.youtube.com@evil.example/watch?v=dQw4w9WgXcQ", "not_an_address"],
  [`https://youtube.com/watch?v=${"a".repeat(5_000)}`, "not_an_address"],
  ["https://notyoutube.com/watch?v=dQw4w9WgXcQ", "unknown_host"],
  ["https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ", "unknown_host"],
  ["https://youtube.com:8443/watch?v=dQw4w9WgXcQ", "unknown_host"],
  ["https://www.youtube.com/@nasa", "no_frame"],
  ["https://www.youtube.com/embed/videoseries", "no_frame"],
  ["https://www.youtube.com/embed/live_stream?channel=UCabcdefghijkl", "no_frame"],
  ["https://www.youtube.com/embed/%22onload=alert(1)", "no_frame"],
  ["https://vimeo.com/about", "no_frame"],
  [`${SC}https%3A//evil.example/tracks/1`, "no_frame"],
  [`${FB}/plugins/post.php?href=https%3A%2F%2Fevil.example%2Fnasa%2Fposts%2F1`, "no_frame"],
  ["https://t.me/joinchat/abcdef", "no_frame"],
  ["https://www.openstreetmap.org/export/embed.html?bbox=1,2,3,javascript:alert(1)", "no_frame"],
  ["https://vm.tiktok.com/ZMabc/", "short_link"],
  ["https://redd.it/1abcde", "short_link"],
  ["https://www.dailymotion.com/partner/x1", "no_frame"],
  ["https://www.ted.com/speakers/simon_sinek", "no_frame"],
  ["https://podcasts.apple.com/de/browse", "no_frame"],
  ["https://yandex.ru/search/?text=harbour", "no_frame"],
  ["https://yandex.ru/maps/?text=%3Cscript%3E", "no_frame"],
  ["https://bsky.app/profile/nasa.bsky.social", "no_frame"],
  ["https://embed.bsky.app/embed/evil%2F..%2Fx/app.bsky.feed.post/3l", "no_frame"],
  ["https://mastodon.social/@Gargron", "no_frame"],
  ["https://mastodon.example/@Gargron/100254678717223630", "unknown_host"],
  ["https://www.reddit.com/r/space/s/AbCdEf", "no_frame"],
  ["https://www.twitch.tv/videos/123456789", "named_sites"],
  ["https://clips.twitch.tv/AbcDef", "named_sites"],
];

it.each(REFUSED)("does not embed %s: %s", (typed, reason) => {
  expect(readEmbed(typed, [])).toMatchObject({ ok: false, reason });
});

describe("a host of the project", () => {
  const own = [{ host: "charts.example.org", path: "/embed", shape: "420px" }];

  it("is framed at the URL itself, only below its path and over https", () => {
    expect(embedOf("https://charts.example.org/embed/7?lang=en", own)).toMatchObject({
      name: "charts.example.org",
      frame: "https://charts.example.org/embed/7?lang=en",
      shape: "420px",
    });
    for (const [typed, reason] of [
      ["http://charts.example.org/embed/7", "not_secure"],
      ["https://charts.example.org/embedded", "unknown_host"],
      ["https://charts.example.org/embed/../admin", "unknown_host"],
      ["https://charts.example.org/embed/%2e%2e/admin", "unknown_host"],
      ["https://charts.example.org:444/embed/7", "unknown_host"],
      ["https://a.charts.example.org/embed/7", "unknown_host"],
    ])
      expect(readEmbed(typed ?? "", own), typed).toMatchObject({ ok: false, reason });
  });

  it("can be a provider's page that has no frame of its own", () => {
    const channel = [{ host: "www.youtube.com", path: "/@nasa", shape: "" }];
    expect(embedOf("https://www.youtube.com/@nasa", channel)).toMatchObject({ name: "www.youtube.com", shape: "16:9" });
  });

  it("can be a Mastodon instance or the Twitch player", () => {
    const hosts = ["mastodon.example", "player.twitch.tv"].map((host) => ({ host, path: "", shape: "" }));
    expect(embedOf("https://mastodon.example/@anna/100254678717223630", hosts)).toMatchObject({
      name: "mastodon.example",
      address: "https://mastodon.example/@anna/100254678717223630",
      frame: "https://mastodon.example/@anna/100254678717223630/embed",
      isPost: true,
    });
    const player = "https://player.twitch.tv/?video=v1&parent=www.site.example";
    expect(embedOf(player, hosts)).toMatchObject({ frame: player, shape: "16:9" });
  });
});
