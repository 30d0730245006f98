FROM swift:6.3-bookworm AS build
WORKDIR /build
COPY Package.swift ./
COPY Sources Sources
# The manifest declares test targets, so their folders must exist; they are not built.
COPY Tests Tests
RUN swift build -c release --product cairn --static-swift-stdlib \
    && strip "$(swift build -c release --show-bin-path)/cairn" -o /cairn

FROM debian:bookworm-slim
WORKDIR /app
COPY --from=build /cairn ./
COPY Public Public
USER 65532:65532
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=3s --start-period=3s CMD ["/app/cairn", "healthcheck"]
ENTRYPOINT ["/app/cairn"]
