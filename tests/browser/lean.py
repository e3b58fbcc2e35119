"""What Chromium leaves out in the tests: parts of its own window, which nobody sees and every context would pay for."""

OF_PLAYWRIGHT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "TcpPortRandomizationWin",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
)
"""What Playwright leaves out already. Chromium heeds only the last list that it is given, so ours has to say it too."""

OF_THE_WINDOW = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "PreloadTopChromeWebUI",
    "SpareRendererForSitePerProcess",
)
"""What drops down under the address bar is web pages of Chromium's own since 2026. It loads them, and starts a process
for them, with every context: more work than most of our tests are. The last is a process that waits for another page.
A Chromium that knows one of these names no longer passes over it."""

LEFT_OUT = (*OF_PLAYWRIGHT, *OF_THE_WINDOW)
