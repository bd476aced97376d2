/** Names of SVG elements and attributes that draw, animate or describe, and can do nothing else. */

const words = (text: string): string[] => text.trim().split(/\s+/);

export const ALLOWED_TAGS: string[] = words(`
  svg g defs symbol use switch a title desc style
  path rect circle ellipse line polyline polygon text tspan textPath image marker
  linearGradient radialGradient stop pattern clipPath mask filter view
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode
  feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
  animate animateMotion animateTransform set mpath
`);

/** Elements that are left out with everything in them. */
export const DROPPED_WHOLE: string[] = words(`
  script style foreignObject metadata iframe object embed audio video canvas source track handler listener link meta
  base form input button textarea math html body head noscript template xmp
`);

/** Attributes whose values an animation may change: none that holds an address, a style sheet or an identity. */
const DRAWING_ATTRIBUTES = words(`
  x y x1 y1 x2 y2 dx dy cx cy r rx ry fx fy fr d points width height viewBox preserveAspectRatio transform
  gradientTransform patternTransform gradientUnits patternUnits patternContentUnits clipPathUnits maskUnits
  maskContentUnits filterUnits primitiveUnits markerUnits markerWidth markerHeight refX refY orient offset pathLength
  rotate spreadMethod startOffset method side spacing textLength lengthAdjust
  alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters
  color-rendering cursor direction display dominant-baseline fill fill-opacity fill-rule filter flood-color
  flood-opacity font-family font-size font-size-adjust font-stretch font-style font-variant font-weight image-rendering
  isolation letter-spacing lighting-color marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity
  overflow paint-order pointer-events shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset
  stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration
  text-rendering transform-origin unicode-bidi vector-effect visibility word-spacing writing-mode
  in in2 result operator k1 k2 k3 k4 mode type values tableValues slope intercept amplitude exponent order kernelMatrix
  divisor bias targetX targetY edgeMode kernelUnitLength preserveAlpha surfaceScale diffuseConstant azimuth elevation
  pointsAtX pointsAtY pointsAtZ specularConstant specularExponent limitingConeAngle z scale xChannelSelector
  yChannelSelector stdDeviation radius baseFrequency numOctaves seed stitchTiles
`);

export const ANIMATED_ATTRIBUTES: ReadonlySet<string> = new Set(DRAWING_ATTRIBUTES);

export const ALLOWED_ATTRIBUTES: string[] = [
  ...DRAWING_ATTRIBUTES,
  ...words(`
    xmlns version id class style href lang xml:lang xml:space role tabindex media requiredExtensions systemLanguage
    aria-label aria-labelledby aria-describedby aria-hidden aria-roledescription
    attributeName attributeType begin dur end min max restart repeatCount repeatDur calcMode keyTimes keySplines
    keyPoints from to by additive accumulate path
  `),
];
