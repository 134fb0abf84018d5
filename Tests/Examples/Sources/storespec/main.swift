import CacheConformanceCommand
import MyStore

await CacheSpecCommand(name: "storespec", modules: [myStore]).runAndExit()
